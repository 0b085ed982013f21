import { Icon } from "../ui/Icon.tsx"
import { Keys } from "../ui/Keys.tsx"
import type { PaletteEntry } from "./entries.ts"
import { capOf } from "./keys.ts"
import { Matched } from "./Matched.tsx"
import { useSingleKeys } from "./useKeys.ts"

/** A line of the palette. The focus stays in the field; the list box shows which line is meant. */
export const PaletteOption = ({
  id,
  entry: { label, lang, icon, keys, hindrance },
  words,
  isActive,
  onPoint,
  onRun,
}: {
  readonly id: string
  readonly entry: PaletteEntry
  readonly words: readonly string[]
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}) => {
  const on = useSingleKeys()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox that owns the list handles keys
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
          <Matched text={label} words={words} />
        </bdi>
        {hindrance !== null && <span className="why">{hindrance}</span>}
      </span>
      {on && keys !== undefined && <Keys caps={keys.map(capOf)} />}
    </div>
  )
}
