import type { ReactNode } from "react"

/** Marks that turn the direction of the text after them, within a name and beyond it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A name without marks that would make it look like another one. */
export const plainName = (name: string): string => name.replace(TURNING, "")

/**
 * A name that people or devices gave: of a device, a person, an account, an address, a tag. It runs in its own
 * direction in any sentence and row. Without room it is cut at its own end, and its title shows all of it (I18N-3).
 * Never translated. `children` draws the name with the matches of a search.
 */
export const Name = ({
  of,
  className = "",
  children,
}: {
  readonly of: string
  readonly className?: string
  readonly children?: ReactNode
}) => {
  const name = plainName(of)
  return (
    <bdi className={`world ${className}`.trimEnd()} title={name} translate="no">
      {children ?? name}
    </bdi>
  )
}
