import { useTranslation } from "react-i18next"
import { originNames } from "../../../domain/views/logSigns.ts"
import { FilterMenu } from "../../lists/FilterMenu.tsx"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import { Button } from "../../ui/Button.tsx"
import type { ChoiceGroup } from "../../ui/ChoiceMenu.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { hasLimits, type LogChoice, NO_LIMIT, spans } from "./query.ts"

/** Devices offered by name; with more than that a person types. */
const DEVICES_OFFERED = 100

/** A filter of one group. */
const Filter = ({ mode = "several", ...group }: Omit<ChoiceGroup, "mode"> & Partial<Pick<ChoiceGroup, "mode">>) => (
  <FilterMenu label={group.label} groups={[{ ...group, mode, labelHidden: true }]} />
)

const byLabel = (a: { readonly label: string }, b: { readonly label: string }) => a.label.localeCompare(b.label)

/** Search and filters of the event list; what is chosen stands in the address. */
export const EventTools = ({
  opened,
  choice,
  choose,
}: {
  readonly opened: OpenedLog
  readonly choice: LogChoice
  readonly choose: (part: Partial<LogChoice>) => void
}) => {
  const { t } = useTranslation()
  const { typeName } = useEventText()
  const { index } = opened
  const types = [...new Set([...index.types, ...choice.types])].map((id) => ({ id, label: typeName(id) })).sort(byLabel)
  const nearby = [...index.nearby.keys()].filter((id) => !index.names.has(index.didOf(id)))
  const devices = [...new Set([...choice.devices, ...index.names.keys(), ...nearby])]
    .slice(0, DEVICES_OFFERED)
    .map((id) => ({ id, label: index.names.get(id) ?? index.nearby.get(id) ?? id }))
    .sort(byLabel)
  const accounts = [...new Set([...index.accounts, ...choice.accounts])].map((id) => ({ id, label: id }))
  const origins = originNames.map((id) => ({ id, label: t(`pages.log.by.${id}`) }))
  const times = ["all" as const, ...spans].map((id) => ({ id, label: t(`pages.log.since.${id}`) }))
  return (
    <div className="evs-tools">
      <SearchField
        label={t("pages.log.search")}
        placeholder={t("pages.log.search")}
        value={choice.text}
        onChange={(text) => choose({ text })}
      />
      <div className="filters">
        <Filter
          id="type"
          label={t("pages.log.filter.type")}
          chosen={choice.types}
          choices={types}
          onChange={(chosen) => choose({ types: chosen })}
        />
        <Filter
          id="by"
          label={t("pages.log.filter.by")}
          chosen={choice.origins}
          choices={origins}
          onChange={(chosen) => choose({ origins: originNames.filter((name) => chosen.includes(name)) })}
        />
        <Filter
          id="since"
          label={t("pages.log.filter.time")}
          mode="one"
          chosen={choice.span === null ? [] : [choice.span]}
          choices={times}
          onChange={([id]) => choose({ span: spans.find((span) => span === id) ?? null })}
        />
        {/* Known only once the log has been read: it comes last, where it pushes no other away. */}
        {devices.length > 0 && (
          <Filter
            id="device"
            label={t("pages.log.filter.device")}
            chosen={choice.devices}
            choices={devices}
            onChange={(chosen) => choose({ devices: chosen })}
          />
        )}
        {accounts.length > 1 && (
          <Filter
            id="account"
            label={t("pages.log.filter.account")}
            chosen={choice.accounts}
            choices={accounts}
            onChange={(chosen) => choose({ accounts: chosen })}
          />
        )}
        {hasLimits(choice) && (
          <Button variant="plain" onPress={() => choose(NO_LIMIT)}>
            {t("devices.find.clear")}
          </Button>
        )}
      </div>
    </div>
  )
}
