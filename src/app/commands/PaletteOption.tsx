import { Icon } from "../ui/Icon.tsx"
import { Keys } from "../ui/Keys.tsx"
import type { Entry } from "./entries.ts"
import { capOf } from "./keys.ts"
import { piecesOf } from "./match.ts"
import { useSingleKeys } from "./useKeys.ts"

const Label = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  let place = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    const key = place
    place += piece.length
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
}

/** A line of the palette. The focus stays in the field; the list box tells which line is meant. */
export const PaletteOption = ({
  id,
  entry: { label, lang, icon, keys, hindrance },
  words,
  isActive,
  onPoint,
  onRun,
}: {
  readonly id: string
  readonly entry: Entry
  readonly words: readonly string[]
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}) => {
  const on = useSingleKeys()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the combobox that owns the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="palette-option"
      aria-selected={isActive}
      aria-disabled={hindrance !== null}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon of={icon} />
      <span className="t">
        <bdi lang={lang}>
          <Label text={label} words={words} />
        </bdi>
        {hindrance !== null && <span className="why">{hindrance}</span>}
      </span>
      {on && keys !== undefined && <Keys caps={keys.map(capOf)} />}
    </div>
  )
}
