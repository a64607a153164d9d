/** Passkeys: what the room sends as text, the browser wants as bytes. */

type Plain = Record<string, unknown>;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const text = (found: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(found)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const listed = (some: unknown): PublicKeyCredentialDescriptor[] =>
  ((some ?? []) as { id: string }[]).map((one) => ({ type: "public-key", id: bytes(one.id) }));

export const canPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined";

/** Make a passkey for this account. */
export async function make(options: Plain): Promise<Plain> {
  const user = options["user"] as { id: string; name: string; displayName: string };
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(String(options["challenge"])),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: listed(options["excludeCredentials"]),
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: text(answer.clientDataJSON),
      attestationObject: text(answer.attestationObject),
    },
  };
}

/** Show one that this account has. */
export async function show(options: Plain): Promise<Plain> {
  const shown = (await navigator.credentials.get({
    publicKey: {
      ...(options as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(String(options["challenge"])),
      allowCredentials: listed(options["allowCredentials"]),
    },
  })) as PublicKeyCredential;
  const answer = shown.response as AuthenticatorAssertionResponse;
  return {
    id: shown.id,
    rawId: text(shown.rawId),
    type: shown.type,
    response: {
      clientDataJSON: text(answer.clientDataJSON),
      authenticatorData: text(answer.authenticatorData),
      signature: text(answer.signature),
      userHandle: answer.userHandle ? text(answer.userHandle) : null,
    },
  };
}
