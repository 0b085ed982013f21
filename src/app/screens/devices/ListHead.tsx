import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { pages } from "../../../domain/values/routes.ts"
import { isHere } from "../../../domain/views/lan.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useSend, useView } from "../../client/client.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { ListAge } from "../../lists/ListAge.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, RefreshIcon, SearchIcon } from "../../ui/icons.ts"
import { useScan } from "../network/useScan.ts"

/** The age of the last reading of the account, and the button that reads again. */
export const Reread = memo(({ list }: { readonly list: ListState | null | undefined }) => {
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

/**
 * Scans this network; without a native side, links to the steps of connecting one. Both are drawn in one place, and the
 * one that does not apply is hidden, so that nothing moves when the native side goes or comes back (UX-5).
 */
const ScanHere = memo(() => {
  const { t } = useTranslation()
  const { label, isBusy, targets, scan } = useScan()
  const canScan = useView(isHere) ?? false
  return (
    <div className={canScan ? "either" : "either second"}>
      <Button
        variant="plain"
        icon={SearchIcon}
        isPending={isBusy}
        isDisabled={targets.length === 0}
        title={label}
        onPress={scan}
      >
        {t("common.action.scanNetwork")}
      </Button>
      <Link className="btn plain" to={pages.network.path} title={t("devices.lan.needsBridge")}>
        {t("devices.lan.howTo")}
      </Link>
    </div>
  )
})

/** Links to the pages that show these devices differently, and the scan. */
export const Ways = memo(({ isGuest }: { readonly isGuest: boolean }) => {
  const { t } = useTranslation()
  return (
    <div className="ways">
      {!isGuest && (
        <Link className="note" to={pages.presence.path}>
          {t("devices.page.presence")}
        </Link>
      )}
      <Link className="note" to={pages.network.path}>
        {t("pages.network.title")}
      </Link>
      <ScanHere />
    </div>
  )
})

/** The note that a browser alone does not see this network, until a person dismisses it. */
export const NeedsBridge = memo(() => {
  const { t } = useTranslation()
  const send = useSend()
  return (
    <div className="line-note">
      <Glyph name="info" />
      <p className="cut" role="status" title={t("devices.lan.needsBridge")}>
        {t("devices.lan.needsBridge")}
      </p>
      <Link className="word" to={pages.network.path}>
        {t("devices.lan.howTo")}
      </Link>
      <IconButton
        icon={CloseIcon}
        label={t("common.action.dismiss")}
        small
        smallIcon
        onPress={() => send({ type: "SetPreference", key: "networkNotice", value: "false" })}
      />
    </div>
  )
})
