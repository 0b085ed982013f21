import "../look/viewer.css"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import type { ViewedDevice } from "../../domain/features/reach/feature.ts"
import { canSwitchMode, type LanReach, neighbour } from "../../domain/views/lan.ts"
import { useSend, useView, useViewOf } from "../client/client.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { CONTENT_ID, usePage } from "../focus/usePage.ts"
import { useDevicesAddress } from "../lists/devicesAddress.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { targetIn } from "../viewer/target.ts"
import { targetOf } from "../viewer/useConnect.ts"
import { useReach } from "../viewer/useReach.ts"
import { Connecting } from "./viewer/Connecting.tsx"
import { HandedOver } from "./viewer/HandedOver.tsx"
import { Lost } from "./viewer/Lost.tsx"
import { SleepNote, UsbNote } from "./viewer/Notes.tsx"
import { Picture } from "./viewer/Picture.tsx"
import { ReplayNote } from "./viewer/ReplayNote.tsx"
import { Toolbar } from "./viewer/Toolbar.tsx"
import { useConnection } from "./viewer/useConnection.ts"
import { useViewer, type ViewerStage } from "./viewer/useViewer.ts"

/** An address whose device nobody knows here, or not yet. */
const Nothing = ({ isUnknown, onLeave }: { readonly isUnknown: boolean; readonly onLeave: () => void }) => {
  const { t } = useTranslation()
  return (
    <main className="viewer-empty" id={CONTENT_ID} tabIndex={-1}>
      <h1 className="vh">{t("devices.viewer.title")}</h1>
      {isUnknown && (
        <EmptyState
          title={t("devices.viewer.reason.unknown")}
          actions={<Button onPress={onLeave}>{t("devices.viewer.toDevices")}</Button>}
        >
          {t("devices.viewer.unknownBody")}
        </EmptyState>
      )}
    </main>
  )
}

const isAway = ({ phase }: ViewedDevice): boolean => phase === "lost" || phase === "failed"

/** The picture of the device, and over it how the connection stands while that is not as it should be. */
const Stage = ({
  device,
  name,
  stage,
  takesInput,
  onLeave,
}: {
  readonly device: ViewedDevice
  readonly name: string
  readonly stage: ViewerStage
  readonly takesInput: boolean
  readonly onLeave: () => void
}) => {
  const send = useSend()
  const { phase, seenAt } = device
  return (
    <main className="vstage" id={CONTENT_ID} tabIndex={-1}>
      <Picture stage={stage} name={name} isLive={phase === "connected"} takesInput={takesInput} />
      {phase === "connecting" && <Connecting device={device} name={name} />}
      {phase === "handedOver" && (
        <HandedOver name={name} onOpen={() => send({ type: "RetryDevice" })} onLeave={onLeave} />
      )}
      {isAway(device) && (
        <Lost
          device={device}
          pictureAt={seenAt === null ? null : (stage.shown?.at ?? null)}
          onRetry={() => send({ type: "RetryDevice" })}
          onDisconnect={onLeave}
        />
      )}
    </main>
  )
}

const Connection = ({
  device,
  near,
  name,
  address,
  stage,
  onLeave,
}: {
  readonly device: ViewedDevice
  /** Null where the device is reached through the cloud. */
  readonly near: LanReach | null
  readonly name: string
  readonly address: string
  readonly stage: ViewerStage
  readonly onLeave: () => void
}) => {
  const open = useOpenDialog()
  const canSwitch = useView(canSwitchMode) ?? false
  const { id, did, phase } = device
  const mode = stage.mode ?? device.mode
  const isLive = phase === "connected"
  const change = (next: "hid" | "usb") => open(next === "usb" ? "usbMode" : "hidMode", { subject: id })
  const wake = () => (near === null ? open("wake", { subject: did }) : open("wakeOverLan", { subject: id }))
  return (
    <div className={isAway(device) ? "viewer v-lost" : "viewer"}>
      <Toolbar
        device={device}
        address={address}
        stage={stage}
        mode={mode}
        onMode={canSwitch ? change : undefined}
        onDisconnect={onLeave}
      />
      <div className="vnotes">
        <ReplayNote device={device} />
        {isLive && mode === "usb" && <UsbNote onSwitch={canSwitch ? () => change("hid") : undefined} />}
        {isLive && near?.kind !== "usb" && <SleepNote did={did} isAsleep={stage.isAsleep} onWake={wake} />}
      </div>
      <Stage device={device} name={name} stage={stage} takesInput={mode !== "usb"} onLeave={onLeave} />
    </div>
  )
}

/** The live picture of one device (DEVICE-8), over the whole window. */
export const Viewer = () => {
  const { t } = useTranslation()
  const { id: named } = useParams()
  const { state: carried } = useLocation()
  const navigate = useNavigate()
  const devices = useDevicesAddress()
  const device = useReach()?.device
  // A replay knows the device alone.
  const id = named ?? device?.id ?? ""
  const near = useViewOf(neighbour, id) ?? null
  const kept = useMemo(() => targetIn(carried, id), [carried, id])
  const target = useMemo(() => kept ?? (near === null ? null : targetOf(near)), [kept, near])
  const shown = device?.id === id ? device : null
  const name = shown?.name ?? target?.name ?? ""
  usePage(name === "" ? t("devices.viewer.title") : name, false)
  const stage = useViewer()
  const isReady = device !== undefined
  useConnection({ named, target, isReady, isShown: shown !== null })
  const leave = () => navigate(devices)
  if (!isReady) return null
  if (shown === null) return <Nothing isUnknown={target === null} onLeave={leave} />
  const address = target?.address ?? ""
  return <Connection device={shown} near={near} name={name} address={address} stage={stage} onLeave={leave} />
}
