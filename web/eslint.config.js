import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** Words are for people: what the code needs to know is on the wire by key, whatever the language. */
const PROSE = [
  {
    selector: "Literal[regex.pattern=/(^|[^\\\\a-zà-ÿ])[a-zà-ÿ]{3,}/i]",
    message: "No pattern of words: texts are translated. Take a key from the wire.",
  },
  {
    selector:
      "BinaryExpression[operator=/^[!=]==$/][right.type='Literal'][right.value=/./]" +
      "[left.property.name=/^(label|text|title|sentence|brief)$/]",
    message: "A text is not compared: it is translated. Take a key from the wire.",
  },
  {
    selector:
      "CallExpression[callee.object.callee.name=/^(t|maybe|readingName)$/]" +
      "[callee.property.name=/^(replace|replaceAll|match|split|includes|startsWith|endsWith)$/]",
    message: "A phrase is not taken apart: write another.",
  },
];

/** Clean code by the recommended rules; how it is laid out is for Prettier to say. */
export default defineConfig(
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs["flat/recommended"],
  prettier,
  ...svelte.configs["flat/prettier"],
  {
    languageOptions: { globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-len": ["error", { code: 120 }],
      "no-restricted-syntax": ["error", ...PROSE],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      // Records by spot and by seat lose keys all the time: that is what they are for.
      "@typescript-eslint/no-dynamic-delete": "off",
      // What a function makes for itself nobody watches.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["*.config.{js,ts}", "tests/**"],
    languageOptions: { globals: { ...globals.node } },
    rules: { "@typescript-eslint/no-non-null-assertion": "off", "no-restricted-syntax": "off" },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
