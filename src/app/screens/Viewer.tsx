import "../look/viewer.css"
import { useCallback, useEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import { reachOf } from "../../domain/features/reach/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { canSwitchMode, neighbour } from "../../domain/views/lan.ts"
import { useSend, useTab, useView } from "../client/client.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { CONTENT_ID, usePage } from "../focus/usePage.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { UsbIcon } from "../ui/icons.ts"
import { targetIn } from "../viewer/target.ts"
import { targetOf } from "../viewer/useConnect.ts"
import { Lost } from "./viewer/Lost.tsx"
import { Picture } from "./viewer/Picture.tsx"
import { Toolbar } from "./viewer/Toolbar.tsx"
import { useViewer } from "./viewer/useViewer.ts"

/** In USB stream mode keyboard and pointer do nothing, as on the real thing (MODE-1). */
const UsbNote = ({ onSwitch }: { readonly onSwitch: (() => void) | undefined }) => {
  const { t } = useTranslation()
  return (
    <div className="vnote" role="status">
      <Icon of={UsbIcon} small />
      <p>{t("devices.viewer.usbNote")}</p>
      {onSwitch !== undefined && (
        <Button variant="plain" onPress={onSwitch}>
          {t("devices.viewer.toHid")}
        </Button>
      )}
    </div>
  )
}

/** The live picture of one device (DEVICE-8), over the whole window. */
export const Viewer = () => {
  const { t } = useTranslation()
  const { id: named } = useParams()
  const { state: carried } = useLocation()
  const navigate = useNavigate()
  const send = useSend()
  const open = useOpenDialog()
  const tab = useTab() ?? ""
  const device = useView(useCallback(({ reach }: State) => reachOf(reach, tab).device, [tab]))
  const canSwitch = useView(canSwitchMode) ?? false
  // A replay knows the device alone.
  const id = named ?? device?.id ?? ""
  const near = useView(useCallback((state: State) => neighbour(state, id), [id])) ?? null
  const kept = useMemo(() => targetIn(carried, id), [carried, id])
  const target = useMemo(() => kept ?? (near === null ? null : targetOf(near)), [kept, near])
  const shown = device?.id === id ? device : null
  const name = shown?.name ?? target?.name ?? ""
  usePage(name === "" ? t("devices.viewer.title") : name, false)
  const stage = useViewer()
  const isThere = device !== undefined

  // Whoever opens the address is connected, once: what is closed later stays closed.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!isThere || target === null || asked.current === target.id) return
    asked.current = target.id
    send({ type: "ConnectDevice", ...target })
  }, [isThere, target, send])
  // Once given up, by its passcode dialog or with the account, there is nothing left to look at.
  const isShown = shown !== null
  const lastShown = useRef<string | null>(null)
  useEffect(() => {
    if (isShown) lastShown.current = id
    else if (named !== undefined && lastShown.current === id) navigate("/devices", { replace: true })
  }, [isShown, id, named, navigate])
  // The device is left with its screen.
  useEffect(
    () => () => {
      asked.current = null
      send({ type: "DisconnectDevice" })
    },
    [send],
  )

  const leave = () => navigate("/devices")
  if (!isThere) return null
  if (shown === null)
    return (
      <main className="viewer-empty" id={CONTENT_ID} tabIndex={-1}>
        {target === null && (
          <EmptyState
            title={t("devices.viewer.reason.unknown")}
            actions={<Button onPress={leave}>{t("devices.viewer.toDevices")}</Button>}
          >
            {t("devices.viewer.unknownBody")}
          </EmptyState>
        )}
      </main>
    )
  const mode = stage.shown?.mode ?? shown.mode
  const isLive = shown.phase === "connected"
  const change = (next: "hid" | "usb") => open(next === "usb" ? "usbMode" : "hidMode", { subject: id })
  const onMode = canSwitch ? change : undefined
  return (
    <div className={shown.phase === "lost" || shown.phase === "failed" ? "viewer v-lost" : "viewer"}>
      <Toolbar
        device={shown}
        address={target?.address ?? ""}
        stage={stage}
        mode={mode}
        onMode={onMode}
        onDisconnect={leave}
      />
      {isLive && mode === "usb" && <UsbNote onSwitch={canSwitch ? () => change("hid") : undefined} />}
      <main className="vstage" id={CONTENT_ID} tabIndex={-1}>
        <Picture stage={stage} name={name} isLive={isLive} takesInput={mode !== "usb"} />
        {shown.phase === "connecting" && (
          <p className="vwait" role="status">
            {t("devices.viewer.connecting", { name })}
          </p>
        )}
        {(shown.phase === "lost" || shown.phase === "failed") && (
          <Lost
            device={shown}
            pictureAt={shown.seenAt === null ? null : (stage.shown?.at ?? null)}
            onRetry={() => send({ type: "RetryDevice" })}
            onDisconnect={leave}
          />
        )}
      </main>
    </div>
  )
}
