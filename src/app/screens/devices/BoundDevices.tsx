import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import type { DeviceListView } from "../../../domain/views/devices.ts"
import { useView } from "../../client/client.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { RefreshIcon } from "../../ui/icons.ts"
import { BoundBody } from "./BoundBody.tsx"
import type { Finding } from "./finding.ts"
import { ReadAge } from "./ReadAge.tsx"
import { TickHelp } from "./TickHelp.tsx"

const isRefreshing = ({ devices }: State) => devices.read.requested

/** The devices of the account: how old the reading is, how to read again, and the list in each of its states. */
export const BoundDevices = ({
  list,
  finding,
}: {
  readonly list: DeviceListView | undefined
  readonly finding: Finding
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const ask = useAsk()
  const title = useId()
  const { aria } = useSingleKey("refresh")
  const refreshing = useView(isRefreshing) ?? false
  const { found } = finding
  const count = finding.isFiltered
    ? t("devices.find.shown", { shown: found.ids.length, all: found.of })
    : number(found.of)
  return (
    <section className="sec" aria-labelledby={title}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={title}>{t("devices.bound.title")}</h2>
          {list?.status === "list" && <span className="note">{count}</span>}
          {list?.status === "list" && <TickHelp />}
        </div>
        <div className="reread">
          {list !== undefined && "count" in list && <ReadAge list={list} />}
          <IconButton
            icon={RefreshIcon}
            label={t("devices.bound.refresh")}
            keyShortcuts={aria}
            isPending={refreshing}
            onPress={() => ask({ type: "Refresh" })}
          />
        </div>
      </div>
      <BoundBody list={list} finding={finding} />
    </section>
  )
}
