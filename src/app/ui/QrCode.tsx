import { useMemo } from "react"
import { encode } from "uqr"

/** Quiet space around the code, modules; readers need four. */
const BORDER = 4

/** One path for all dark modules: a run of them is one stroke of its row. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("")

/** A code for cameras: dark on light in both themes, because many readers know nothing else. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, path } = useMemo(() => {
    const qr = encode(text, { ecc: "M", border: BORDER })
    return { size: qr.size, path: pathOf(qr.data) }
  }, [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
