import { useBackLeavesFullScreen } from "../viewer/fullScreen.ts"
import "../look/viewer.css"
import "../look/viewerKeys.css"
import "../look/viewerPad.css"
import "../look/viewerPops.css"
import "../look/viewerStage.css"
import "../look/viewerTouch.css"
import { useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import type { ViewedDevice } from "../../domain/features/deviceSession/feature.ts"
import { abilitiesOf, flagsSaid } from "../../domain/views/deviceAbilities.ts"
import { farName } from "../../domain/views/farName.ts"
import { canSwitchMode, type LanDeviceView, lanDeviceAt } from "../../domain/views/lan.ts"
import { useSend, useView, useViewOf } from "../client/client.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { CONTENT_ID, usePage } from "../focus/usePage.ts"
import { useBackAddress } from "../lists/origin.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { useTouch } from "../ui/useMedia.ts"
import type { Choices, Cursor } from "../viewer/choices.ts"
import { targetIn } from "../viewer/target.ts"
import { useChoices } from "../viewer/useChoices.ts"
import { farTarget, targetOf } from "../viewer/useConnect.ts"
import { useDeviceSession } from "../viewer/useDeviceSession.ts"
import { useLastFrame } from "../viewer/useLastFrame.ts"
import { Connecting } from "./viewer/Connecting.tsx"
import { HandedOver } from "./viewer/HandedOver.tsx"
import { KeyRow } from "./viewer/KeyRow.tsx"
import { Ended, LastPicture, Lost } from "./viewer/Lost.tsx"
import { Minimap } from "./viewer/Minimap.tsx"
import { ClipboardNote, CutNote, KeyNote, SleepNote, UnwrittenNote, UsbNote } from "./viewer/Notes.tsx"
import { Picture } from "./viewer/Picture.tsx"
import { PictureKeysScope } from "./viewer/PictureKeysScope.tsx"
import { PointerPad } from "./viewer/PointerPad.tsx"
import { RecordTask } from "./viewer/RecordTask.tsx"
import { ReplayNote } from "./viewer/ReplayNote.tsx"
import { TextKeys } from "./viewer/TextKeys.tsx"
import { Toolbar } from "./viewer/Toolbar.tsx"
import { TypingTask } from "./viewer/TypingTask.tsx"
import { isAwaited, useBackWithComputer } from "./viewer/useBackWithComputer.ts"
import { useClipboard } from "./viewer/useClipboard.ts"
import { useConnection } from "./viewer/useConnection.ts"
import { useInput, type ViewerInput } from "./viewer/useInput.ts"
import { useScreenshot } from "./viewer/useScreenshot.ts"
import { useViewer, type ViewerStage } from "./viewer/useViewer.ts"
import { useZoom, type Zooming } from "./viewer/useZoom.ts"

/** Shown for an address whose device is unknown here, or not known yet. */
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

/** The state of the connection over the picture, while there is a problem or a wait. */
const Over = ({ device, name, stage, onLeave }: Pick<StageProps, "device" | "name" | "stage" | "onLeave">) => {
  const send = useSend()
  const { phase, seenAt } = device
  const retry = () => send({ type: "RetryDevice" })
  return (
    <>
      {phase === "connected" && stage.ended !== null && (
        <Ended reason={stage.ended} isAwaited={isAwaited(stage)} onRetry={retry} onDisconnect={onLeave} />
      )}
      {phase === "connecting" && <Connecting device={device} name={name} />}
      {phase === "handedOver" && <HandedOver name={name} onOpen={retry} onLeave={onLeave} />}
      {isAway(device) && (
        <Lost
          device={device}
          pictureAt={seenAt === null ? null : (stage.shown?.at ?? null)}
          onRetry={retry}
          onDisconnect={onLeave}
        />
      )}
    </>
  )
}

interface StageProps {
  readonly device: ViewedDevice
  readonly name: string
  readonly stage: ViewerStage
  readonly zooming: Zooming
  readonly cursor: Cursor
  readonly input: ViewerInput
  readonly takesInput: boolean
  readonly notes: HTMLElement | null
  readonly onKeys: (hasKeys: boolean) => void
  readonly onLeave: () => void
}

const Stage = ({ device, name, stage, zooming, cursor, input, takesInput, notes, onKeys, onLeave }: StageProps) => {
  const isLive = device.phase === "connected"
  useBackLeavesFullScreen()
  return (
    <main className={takesInput ? "vstage takes" : "vstage"} id={CONTENT_ID} tabIndex={-1} ref={zooming.setRoom}>
      {zooming.isLarger && <Minimap stage={stage} zooming={zooming} />}
      <Over device={device} name={name} stage={stage} onLeave={onLeave} />
      {/* Behind all tools in the order, because it takes Tab for the device. */}
      <Picture
        stage={stage}
        name={name}
        isLive={isLive}
        takesInput={takesInput}
        placed={zooming.placed}
        cursor={cursor}
        notes={notes}
        onKeys={onKeys}
      >
        {input.isText && isLive && (
          <TextKeys
            field={input.field}
            name={name}
            sticky={input.sticky}
            onCombination={input.combine}
            onLeave={input.closeText}
          />
        )}
      </Picture>
    </main>
  )
}

const Connection = ({
  device,
  near,
  name,
  address,
  stage,
  choices,
  onChoose,
  onLeave,
}: {
  readonly device: ViewedDevice
  /** Null where the device is reached through the cloud. */
  readonly near: LanDeviceView | null
  readonly name: string
  readonly address: string
  readonly stage: ViewerStage
  readonly choices: Choices
  readonly onChoose: (change: Partial<Choices>) => void
  readonly onLeave: () => void
}) => {
  const open = useOpenDialog()
  const { id, did, phase } = device
  const { hasOneMode, hasSound } = abilitiesOf(useViewOf(flagsSaid, did) ?? 0)
  const mode = stage.mode ?? device.mode
  // Far devices report their mode once they are connected. Until then there is nothing to switch from.
  const canSwitch = (useView(canSwitchMode) ?? false) && !hasOneMode && (near !== null || mode !== null)
  const [hasKeys, setKeys] = useState(false)
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const isLive = phase === "connected"
  const takesInput = mode !== "usb" && stage.streams.keyboard
  const canSend = isLive && takesInput && stage.ended === null
  const send = useSend()
  useBackWithComputer(stage, () => send({ type: "RetryDevice" }))
  const input = useInput(stage, id, { isPossible: canSend, isLost: !isLive || stage.ended !== null })
  const clipboard = useClipboard(stage, canSend)
  const zooming = useZoom(stage, choices.resizes)
  const screenshot = useScreenshot(stage, name)
  const change = (next: "hid" | "usb") => open(next === "usb" ? "usbMode" : "hidMode", { subject: id })
  const wake = () => (near === null ? open("wake", { subject: did }) : open("wakeOverLan", { subject: id }))
  const isTouch = useTouch()
  const canPoint = isLive && mode !== "usb" && stage.streams.pointer && stage.ended === null
  const isOld = isAway(device) || stage.ended !== null
  return (
    <PictureKeysScope stage={stage} className={isAway(device) ? "viewer v-lost" : "viewer"}>
      <Toolbar
        device={device}
        address={address}
        stage={stage}
        mode={mode}
        canSound={hasSound}
        hasKeys={hasKeys && canSend}
        onMode={canSwitch ? change : undefined}
        keys={input.menu}
        isText={input.isText}
        onTextClosed={input.closeText}
        clipboard={clipboard}
        zooming={zooming}
        route={near === null ? "cloud" : near.kind}
        screenshot={screenshot}
        choices={choices}
        onChoose={onChoose}
        onDisconnect={onLeave}
      />
      <div className="vnotes" ref={setNotes}>
        {input.isText && !isTouch && <KeyRow sticky={input.sticky} />}
        <ReplayNote device={device} />
        {(isOld || stage.isUnanswered) && stage.shown !== null && <LastPicture at={stage.shown.at} isLive={!isOld} />}
        {isLive && mode === "usb" && <UsbNote onSwitch={canSwitch ? () => change("hid") : undefined} />}
        {isLive && stage.seal?.kept === false && <KeyNote />}
        {input.isUnwritten && <UnwrittenNote onTextField={input.menu.onTextField} onDismiss={input.dismissUnwritten} />}
        {input.isClipboardRefused && <ClipboardNote onText={input.typePasted} onDismiss={input.dismissClipboard} />}
        {isLive && near?.kind !== "usb" && <SleepNote did={did} isAsleep={stage.isAsleep} onWake={wake} />}
        {input.typing.cut !== null && <CutNote cut={input.typing.cut} onDismiss={input.typing.dismissCut} />}
        <TypingTask typing={input.typing} />
        <RecordTask recording={input.recording} onSave={input.macros.save} />
      </div>
      {isTouch && canPoint && !input.isText && (
        <PointerPad stage={stage} zooming={zooming} touch={choices.touch} onChoose={onChoose} />
      )}
      {input.isText && isTouch && <KeyRow sticky={input.sticky} />}
      <Stage
        device={device}
        name={name}
        stage={stage}
        zooming={zooming}
        cursor={choices.cursor}
        input={input}
        takesInput={takesInput}
        notes={notes}
        onKeys={setKeys}
        onLeave={onLeave}
      />
    </PictureKeysScope>
  )
}

/** The live picture of one device (DEVICE-8), over the whole window. */
export const Viewer = () => {
  const { t } = useTranslation()
  const { id: named } = useParams()
  const { state: carried } = useLocation()
  const navigate = useNavigate()
  const back = useBackAddress()
  const device = useDeviceSession()?.device
  // The address of a replay has no id. There only the device session knows it.
  const id = named ?? device?.id ?? ""
  const near = useViewOf(lanDeviceAt, id) ?? null
  const kept = useMemo(() => targetIn(carried, id), [carried, id])
  const far = useViewOf(farName, id) ?? null
  const target = useMemo(
    () => kept ?? (near !== null ? targetOf(near) : far === null ? null : farTarget(id, far)),
    [kept, near, far, id],
  )
  const opened = device?.id === id ? device : null
  const did = opened?.did ?? target?.did ?? id
  // The device may be renamed while the page is open.
  const name = useViewOf(farName, did) ?? near?.name ?? opened?.name ?? target?.name ?? ""
  const shown = useMemo(() => opened && { ...opened, name }, [opened, name])
  usePage(name === "" ? t("devices.viewer.title") : name, false)
  const [choices, choose] = useChoices(did)
  const stage = useViewer(choices.quality)
  useLastFrame(stage, shown?.did ?? "")
  const isReady = device !== undefined
  useConnection({ named, target, isReady, isShown: shown !== null })
  const leave = () => navigate(back)
  if (!isReady) return null
  if (shown === null) return <Nothing isUnknown={target === null} onLeave={leave} />
  const address = target?.address ?? ""
  return (
    <Connection
      device={shown}
      near={near}
      name={name}
      address={address}
      stage={stage}
      choices={choices}
      onChoose={choose}
      onLeave={leave}
    />
  )
}
