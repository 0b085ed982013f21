const HALF = 3

/** A code in two halves, as people read it aloud. */
export const CodeText = ({ code }: { readonly code: string }) => (
  <bdi className="icode" dir="ltr">
    <span className="vh">{code}</span>
    <span aria-hidden="true">
      {code.slice(0, HALF)} {code.slice(HALF)}
    </span>
  </bdi>
)
