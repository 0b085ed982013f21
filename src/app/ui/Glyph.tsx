import type { ReactElement } from "react"

/** Each state has its own silhouette, so that the states differ in greyscale too. Drawn on a grid of 16. */
const shapes = {
  online: <circle cx="8" cy="8" r="5" />,
  offline: <circle className="line" cx="8" cy="8" r="4.2" strokeWidth="1.6" />,
  lastKnown: (
    <circle
      className="line"
      cx="8"
      cy="8"
      r="4.5"
      strokeWidth="1.8"
      strokeLinecap="butt"
      strokeDasharray="4.2 2.87"
      strokeDashoffset="2.1"
    />
  ),
  lock: (
    <>
      <rect x="2.8" y="7" width="10.4" height="7" rx="1.5" />
      <path className="line" d="M5.2 7V5.2a2.8 2.8 0 0 1 5.6 0V7" strokeWidth="1.6" />
    </>
  ),
  update: <path className="line" d="M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10" strokeWidth="1.7" />,
  shared: (
    <>
      <circle className="line" cx="6" cy="8" r="4" strokeWidth="1.6" />
      <circle className="line" cx="10.5" cy="8" r="4" strokeWidth="1.6" />
    </>
  ),
  pending: (
    <>
      <circle className="line" cx="8" cy="8" r="5.2" strokeWidth="1.6" />
      <path d="M8 2.8a5.2 5.2 0 0 1 0 10.4z" />
    </>
  ),
  queued: <rect className="line" x="3.3" y="3.3" width="9.4" height="9.4" rx="1.6" strokeWidth="1.6" />,
  sending: <path className="line" d="M8 13.3V3.6M3.9 7.4 8 3.3l4.1 4.1" strokeWidth="1.9" />,
  waiting: (
    <>
      <circle className="line" cx="8" cy="8" r="5.5" strokeWidth="1.6" />
      <path className="line" d="M8 5v3.3l2.2 1.2" strokeWidth="1.5" />
    </>
  ),
  held: <path className="line" d="M5.6 3.5v9M10.4 3.5v9" strokeWidth="2.6" />,
  unconfirmed: (
    <>
      <path className="line" d="M8 1.5 14.5 8 8 14.5 1.5 8z" strokeWidth="1.6" />
      <path className="line" d="M8 5.2v3.3M8 10.7v.01" strokeWidth="1.6" />
    </>
  ),
  confirmed: <path className="line" d="m3 8.6 3.2 3.2L13 4.6" strokeWidth="2" />,
  refused: (
    <>
      <path d="M5.25 1.7h5.5l3.55 3.55v5.5l-3.55 3.55h-5.5L1.7 10.75v-5.5z" />
      <path className="hole" d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  expired: (
    <path
      className="line"
      d="M4 2.5h8M4 13.5h8M4.8 2.8c0 3 3.2 3.4 3.2 5.2s-3.2 2.2-3.2 5.2M11.2 2.8c0 3-3.2 3.4-3.2 5.2s3.2 2.2 3.2 5.2"
      strokeWidth="1.5"
    />
  ),
  cancelled: (
    <>
      <circle className="line" cx="8" cy="8" r="5.5" strokeWidth="1.6" />
      <path className="line" d="m4.3 4.3 7.4 7.4" strokeWidth="1.6" />
    </>
  ),
  superseded: <path className="line flip" d="m3 4 4 4-4 4M8.5 4l4 4-4 4" strokeWidth="1.7" />,
  disabled: <path className="line" d="M2.5 8h11" strokeWidth="2.4" />,
  warning: (
    <>
      <path d="M8 1.8c.5 0 .9.25 1.15.66l5.4 9.4c.5.87-.13 1.94-1.15 1.94H2.6c-1.02 0-1.65-1.07-1.15-1.94l5.4-9.4C7.1 2.05 7.5 1.8 8 1.8z" />
      <path className="hole" d="M8 5.8v3.4M8 11.4v.01" strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path className="hole" d="M8 7.4v3.4M8 5.1v.01" strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
} satisfies Readonly<Record<string, ReactElement>>

export type GlyphName = keyof typeof shapes

const isGlyph = (name: string): name is GlyphName => Object.hasOwn(shapes, name)

/** The sign of that name; an info sign where there is none. */
export const glyphNamed = (name: string): GlyphName => (isGlyph(name) ? name : "info")

/** The usual colour of each sign. Colour only repeats what the shape says. */
const tones: Readonly<Record<GlyphName, GlyphTone>> = {
  online: "ok",
  offline: "off",
  lastKnown: "off",
  lock: "warn",
  update: "warn",
  shared: "off",
  pending: "acc",
  queued: "acc",
  sending: "acc",
  waiting: "acc",
  held: "warn",
  unconfirmed: "warn",
  confirmed: "ok",
  refused: "bad",
  expired: "off",
  cancelled: "off",
  superseded: "off",
  disabled: "off",
  warning: "warn",
  info: "off",
}

export type GlyphTone = "ok" | "warn" | "bad" | "off" | "acc"

/**
 * A status sign. `label` is for screen readers where no word is beside it; without a label the sign is decoration.
 * `tone` overrides the usual one, for instance an offline cloud in amber.
 */
export const Glyph = ({
  name,
  tone = tones[name],
  large = false,
  label,
}: {
  readonly name: GlyphName
  readonly tone?: GlyphTone
  readonly large?: boolean
  readonly label?: string
}) => (
  <>
    <svg key={name} className={`g c-${tone}${large ? " l" : ""} arriving`} viewBox="0 0 16 16" aria-hidden="true">
      {shapes[name]}
    </svg>
    {label === undefined ? null : <span className="vh">{label}</span>}
  </>
)
