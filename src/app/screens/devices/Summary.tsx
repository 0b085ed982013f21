import { Fragment, memo } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { campaignHindrance, outdated } from "../../../domain/views/campaign.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import type { Overview } from "../../../domain/views/overview.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { UpdateIcon } from "../../ui/icons.ts"
import type { ListChoice } from "./address.ts"
import type { Finding } from "./finding.ts"

/** The parts of the line, in order, with the sign of each. */
const SIGNS = {
  online: "online",
  offline: "offline",
  lastKnown: "lastKnown",
  update: "update",
  needsYou: "unconfirmed",
} as const satisfies Readonly<Record<string, GlyphName>>
type PartId = keyof typeof SIGNS

const partIds = ["online", "offline", "lastKnown", "update", "needsYou"] as const satisfies readonly PartId[]

const countOf = (id: PartId, { statuses, outdated, needsYou }: Overview): number => {
  if (id === "update") return outdated
  return id === "needsYou" ? needsYou : (statuses.get(id) ?? 0)
}

/** True when a choice includes this part, and the choice after a press. */
const pressOf = (id: PartId, { statuses, outdated, needsYou }: ListChoice) => {
  if (id === "update") return { isPressed: outdated, next: { outdated: !outdated } }
  if (id === "needsYou") return { isPressed: needsYou, next: { needsYou: !needsYou } }
  const isPressed = statuses.length === 1 && statuses[0] === id
  return { isPressed, next: { statuses: isPressed ? [] : [id] } }
}

interface PartProps extends Pick<Finding, "choice" | "choose"> {
  readonly id: PartId
  readonly count: number
}

/** Renders only when its own count changes, because a letter of a search changes few of them. */
const Part = memo(({ id, count, choice, choose }: PartProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const word = t(`devices.overview.${id}`)
  const figure = number(count)
  const { isPressed, next } = pressOf(id, choice)
  return (
    <button
      type="button"
      className={count === 0 ? "zero" : ""}
      style={{ "--own": figure.length }}
      aria-pressed={isPressed}
      onClick={() => choose(next)}
    >
      <Glyph name={SIGNS[id]} />
      {/* With another digit, figure and word come in place of those before: no word is pushed aside (UX-5). */}
      <Fragment key={figure.length}>
        <b aria-hidden="true">{figure}</b>
        <span aria-hidden="true">{word}</span>
      </Fragment>
      <span className="vh">{t("devices.overview.only", { n: count, what: word })}</span>
    </button>
  )
})

const updatable = (state: State) => ({ ids: outdated(state), hindrance: campaignHindrance(state) })

/** The action of the update filter, for devices that can be updated from here. */
const UpdateHere = () => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const view = useView(updatable)
  if (view === undefined || view.hindrance !== null || view.ids.length === 0) return null
  const { ids } = view
  return (
    <Button variant="plain" icon={UpdateIcon} onPress={() => open("batchFirmware", { among: ids })}>
      {t("devices.overview.updateHere", { n: ids.length })}
    </Button>
  )
}

interface Props extends Pick<Finding, "choice" | "choose" | "overview"> {
  readonly list: ListState
  /** The number of all devices. */
  readonly of: number
}

/** The live counts of devices by state. A press on a part filters by it, and another press ends that (DEVICE-19). */
export const Summary = memo(({ list, of, choice, choose, overview }: Props) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      {overview !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; nothing is filled in here
        <div
          className="over"
          role="group"
          aria-label={t("devices.overview.label")}
          style={{ "--digits": number(of).length }}
        >
          {partIds.map((id) => (
            <Part key={id} id={id} count={countOf(id, overview)} choice={choice} choose={choose} />
          ))}
          {choice.outdated && <UpdateHere />}
        </div>
      )}
      {/* Comes with time alone, and so behind what is there already. */}
      {list.lastKnown && <p className="sub">{t("devices.summaryLastKnown", { count: list.count })}</p>}
    </>
  )
})
