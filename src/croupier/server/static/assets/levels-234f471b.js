const r=["beginner","regular","strong"],s=e=>r.find(n=>n===e)??"beginner";export{r as L,s as l};
