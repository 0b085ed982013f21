import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { pages } from "../../../domain/values/routes.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { ListAge } from "../../lists/ListAge.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { RefreshIcon } from "../../ui/icons.ts"
import { Section } from "../../ui/Section.tsx"
import { BoundBody } from "./BoundBody.tsx"
import type { Finding } from "./finding.ts"
import { TickHelp } from "./TickHelp.tsx"

/** How old the reading is, and how to read again. */
const Reread = memo(({ list }: Pick<Props, "list">) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { aria } = useSingleKey("refresh")
  return (
    <div className="reread">
      {list?.readAt === null && list.failure !== null && <span className="note">{t("common.time.notRead")}</span>}
      {list && <ListAge list={list} />}
      <IconButton
        icon={RefreshIcon}
        label={t("common.action.refresh")}
        keyShortcuts={aria}
        isPending={list?.refreshing ?? false}
        onPress={() => ask({ type: "Refresh", list: "devices", asked: true })}
      />
    </div>
  )
})

interface Props {
  readonly list: ListState | null | undefined
  readonly finding: Finding
}

/** The devices of the account: how old the reading is, how to read again, and the list in each of its states. */
export const BoundDevices = memo(({ list, finding }: Props) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { found } = finding
  const count = finding.isFiltered
    ? t("devices.find.shown", { shown: found.ids.length, all: found.of })
    : number(found.of)
  return (
    <Section
      title={t("devices.bound.title")}
      note={
        list?.status === "list" && (
          <>
            <span className="note">{count}</span>
            <TickHelp />
            <Link className="note" to={pages.presence.path}>
              {t("devices.page.presence")}
            </Link>
          </>
        )
      }
      end={<Reread list={list} />}
    >
      <BoundBody list={list} finding={finding} />
    </Section>
  )
})
