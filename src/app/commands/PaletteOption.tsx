import { useTranslation } from "react-i18next"
import { stateOf } from "../../domain/views/deviceState.ts"
import { useViewOf } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Glyph } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Keys } from "../ui/Keys.tsx"
import type { PaletteEntry } from "./entries.ts"
import { capOf } from "./keys.ts"
import { Matched } from "./Matched.tsx"
import { useSingleKeys } from "./useKeys.ts"

/** The status of a device, and when it was last seen. */
const DeviceState = ({ did, id }: { readonly did: string; readonly id: string }) => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  const state = useViewOf(stateOf, did) ?? null
  if (state === null) return null
  const { status, seenAt } = state
  return (
    // The description of the option. The option's name remains its command.
    <span className="palette-state" id={id} aria-hidden="true">
      <Glyph name={status} />
      <span>{seenAt === null ? t("devices.card.neverSeen") : age(seenAt, now)}</span>
    </span>
  )
}

/** A line of the palette. The focus stays in the field; the list box shows which line is active. */
export const PaletteOption = ({
  id,
  entry: { label, lang, icon, keys, of, hindrance },
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
      aria-describedby={of === undefined ? undefined : `${id}-state`}
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
      {of !== undefined && <DeviceState did={of} id={`${id}-state`} />}
      {on && keys !== undefined && <Keys caps={keys.map(capOf)} />}
    </div>
  )
}
