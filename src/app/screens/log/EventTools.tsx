import { useTranslation } from "react-i18next"
import { originNames } from "../../../domain/event/event.ts"
import { useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { FilterMenu } from "../../lists/FilterMenu.tsx"
import { type CalendarDay, dayNamed, daysOf, isPart } from "../../log/days.ts"
import type { LogIndex } from "../../log/logIndex.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import type { ChoiceGroup } from "../../ui/ChoiceMenu.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { type LogChoice, spans } from "./query.ts"

/** The most devices that are offered by name. In larger fleets a person types. */
const DEVICES_OFFERED = 100

/** A filter of one group, or with further groups below it. */
const Filter = ({
  mode = "several",
  more = [],
  ...group
}: Omit<ChoiceGroup, "mode"> & Partial<Pick<ChoiceGroup, "mode">> & { readonly more?: readonly ChoiceGroup[] }) => (
  <FilterMenu label={group.label} groups={[{ ...group, mode, labelHidden: more.length === 0 }, ...more]} />
)

const byLabel = (a: { readonly label: string }, b: { readonly label: string }) => a.label.localeCompare(b.label)

/** The offered devices of a log by name. The chosen ones are always among them. */
const devicesWith = (index: LogIndex, chosen: readonly string[]) => {
  const nearby = [...index.nearby.keys()].filter((id) => !index.names.has(index.didOf(id)))
  return [...new Set([...chosen, ...index.names.keys(), ...nearby])]
    .slice(0, DEVICES_OFFERED)
    .map((id) => ({ id, label: index.names.get(id) ?? index.nearby.get(id) ?? id }))
    .sort(byLabel)
}

/** The days of a log, and the chosen one even if it is older. */
const daysWith = (index: LogIndex, chosen: string | null): readonly CalendarDay[] => {
  const day = chosen === null ? null : dayNamed(chosen)
  const known = daysOf(index)
  return day === null || known.some(({ id }) => id === day.id) ? known : [...known, day]
}

/** The choices of each filter: the values that the log holds, and those that are chosen already. */
const useOffered = (index: LogIndex, choice: LogChoice) => {
  const { t } = useTranslation()
  const { typeName } = useEventText()
  const format = useFormat()
  const types = [...new Set([...index.types, ...choice.types])].map((id) => ({ id, label: typeName(id) })).sort(byLabel)
  const accounts = [...new Set([...index.accounts, ...choice.accounts])].map((id) => ({ id, label: id }))
  const now = useNow()
  const timeOf = ({ id, from, to }: CalendarDay): string => {
    if (!isPart(id)) return format.day(from)
    return t("devices.page.span", { from: format.minute(from, now), to: format.minute(to, now) })
  }
  const times = [
    ...["all" as const, ...spans].map((id) => ({ id: String(id), label: t(`pages.log.since.${id}`) })),
    ...daysWith(index, choice.day).map((day) => ({ id: day.id, label: timeOf(day) })),
  ]
  return { types, accounts, times, devices: devicesWith(index, choice.devices) }
}

interface Choosing {
  readonly choice: LogChoice
  readonly choose: (part: Partial<LogChoice>) => void
}

/** The filter for the origin of an event and its account. */
const ByFilter = ({ accounts, choice, choose }: Choosing & Pick<ReturnType<typeof useOffered>, "accounts">) => {
  const { t } = useTranslation()
  /* A separate filter would appear without a press, once an event of another account is read. */
  const owners: ChoiceGroup = {
    id: "account",
    label: t("pages.log.filter.account"),
    mode: "several",
    chosen: choice.accounts,
    choices: accounts,
    onChange: (chosen) => choose({ accounts: chosen }),
  }
  return (
    <Filter
      id="by"
      label={t("pages.log.filter.by")}
      chosen={choice.origins}
      choices={originNames.map((id) => ({ id, label: t(`pages.log.by.${id}`) }))}
      onChange={(chosen) => choose({ origins: originNames.filter((name) => chosen.includes(name)) })}
      more={accounts.length < 2 ? [] : [owners]}
    />
  )
}

/** Search and filters of the event list. The choices are in the address. */
export const EventTools = ({ opened, choice, choose }: Choosing & { readonly opened: OpenedLog }) => {
  const { t } = useTranslation()
  const { types, accounts, times, devices } = useOffered(opened.index, choice)
  return (
    <div className="evs-tools">
      <SearchField
        label={t("pages.log.search")}
        placeholder={t("pages.log.search")}
        value={choice.text}
        onChange={(text) => choose({ text })}
      />
      <div className="filters">
        <button
          type="button"
          className={choice.isMain ? "chip on" : "chip"}
          aria-pressed={choice.isMain}
          onClick={() => choose({ isMain: !choice.isMain })}
        >
          {t("pages.log.filter.main")}
        </button>
        <Filter
          id="type"
          label={t("pages.log.filter.type")}
          chosen={choice.types}
          choices={types}
          onChange={(chosen) => choose({ types: chosen })}
        />
        <ByFilter accounts={accounts} choice={choice} choose={choose} />
        <Filter
          id="since"
          label={t("pages.log.filter.time")}
          mode="one"
          chosen={[choice.day ?? choice.span ?? []].flat()}
          choices={times}
          onChange={([id = ""]) =>
            choose({ span: spans.find((span) => span === id) ?? null, day: dayNamed(id)?.id ?? null })
          }
        />
        {/* Shown before the log reports devices. Appearing later it would take another line, and push the list. */}
        <Filter
          id="device"
          label={t("pages.log.filter.device")}
          chosen={choice.devices}
          choices={devices}
          onChange={(chosen) => choose({ devices: chosen })}
        />
      </div>
    </div>
  )
}
