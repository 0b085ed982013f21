import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useHandle } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAside } from "../../log/useAside.ts"
import { useExportLog } from "../../log/useExportLog.ts"
import { useStorageUse } from "../../shell/useStorageUse.ts"
import { Button } from "../../ui/Button.tsx"
import { OutboxIcon } from "../../ui/icons.ts"
import { Ticks } from "../../ui/Ticks.tsx"
import { Group, Row } from "./Group.tsx"
import { NewestEvents } from "./NewestEvents.tsx"
import { SwitchRow } from "./SwitchRow.tsx"

const ExportRow = () => {
  const { t } = useTranslation()
  const { save, isPending } = useExportLog()
  return (
    <Row title={t("pages.settings.export")} body={t("pages.settings.exportBody")}>
      <Button icon={OutboxIcon} isPending={isPending} onPress={save}>
        {t("common.action.export")}
      </Button>
    </Row>
  )
}

const LogRow = () => {
  const { t } = useTranslation()
  return (
    <Row title={t("pages.log.title")} body={t("pages.settings.logBody")}>
      <Link className="btn" to="/log">
        {t("common.action.open")}
      </Link>
    </Row>
  )
}

const StorageRow = () => {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const use = useStorageUse()
  /* While the browser is asked, the row keeps its room. Otherwise it would push away the rows below. */
  if (use === undefined || use === null)
    return (
      <Row
        title={t("pages.settings.storage")}
        body={t(use === null ? "pages.settings.storageUnknown" : "common.state.loading")}
      />
    )
  const said = t(use.isKept ? "pages.settings.storageKept" : "pages.settings.storageMayGo", {
    used: bytes(use.used),
    total: bytes(use.total),
  })
  return (
    <Row title={t("pages.settings.storage")} body={said}>
      <div className="ruler">
        <Ticks percent={(use.used / use.total) * 100} label={t("pages.settings.storage")} tone="quiet" low />
      </div>
    </Row>
  )
}

/** Events that could not be read are set aside, not gone (EVENT-7). */
const AsideRow = () => {
  const { t } = useTranslation()
  const count = useAside()
  if (count === 0) return null
  return <Row title={t("pages.settings.aside")} body={t("pages.settings.asideBody", { count })} />
}

export const Diagnostics = () => {
  const { t } = useTranslation()
  /* The browser that shows a replay has storage too, which has nothing to do with the replay. */
  const isOwn = useHandle()?.log !== null
  return (
    <Group title={t("pages.settings.diagnostics")}>
      <SwitchRow preference="diagnostics" title={t("pages.settings.logging")} body={t("pages.settings.loggingBody")} />
      <LogRow />
      <ExportRow />
      {isOwn && <StorageRow />}
      <AsideRow />
      <NewestEvents />
    </Group>
  )
}
