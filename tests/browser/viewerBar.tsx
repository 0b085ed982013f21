import { Toolbar } from "../../src/app/screens/viewer/Toolbar.tsx"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import type { Zooming } from "../../src/app/screens/viewer/useZoom.ts"
import { atFirst } from "../../src/app/viewer/choices.ts"
import type { ViewedDevice } from "../../src/domain/features/deviceSession/feature.ts"

/** The bar of a viewer whose device is connected, for the tests of its tools. */

export const nothing = () => undefined

export const device: ViewedDevice = {
  id: "n1",
  did: "did n1",
  name: "Mezzanine projection booth, left",
  isUsb: false,
  cloudType: 0,
  phase: "connected",
  step: "found",
  askedAt: 0,
  since: 0,
  seenAt: 0,
  reason: null,
  attempt: 0,
  until: null,
  mode: "hid",
  screen: null,
}

export const stageOf = (latencies: readonly number[]): ViewerStage => ({
  setPlace: () => undefined,
  streams: { keyboard: true, pointer: true, audio: true },
  change: () => undefined,
  act: () => undefined,
  shown: null,
  mode: null,
  isAsleep: false,
  isAway: false,
  seal: null,
  figures: { framesPerSecond: 30, bytesPerSecond: 250_000, bytes: 12_000_000 },
  listen: () => () => undefined,
  pan: () => undefined,
  resize: () => undefined,
  canResize: false,
  size: { width: 1_280, height: 720 },
  ended: null,
  isUnanswered: false,
  clipboard: null,
  composing: "",
  latencies,
})

const zooming: Zooming = {
  setRoom: nothing,
  placed: { left: 0, top: 0, width: 1_440, height: 810, scale: 1.125 },
  kind: "fit",
  isLarger: false,
  part: { x: 0, y: 0, width: 1, height: 1 },
  toFit: nothing,
  toActual: nothing,
  to: nothing,
  by: nothing,
  move: nothing,
  lookAt: nothing,
}

export const Bar = ({ stage, onMode = nothing }: { readonly stage: ViewerStage; readonly onMode?: () => void }) => (
  <Toolbar
    device={device}
    address="10.0.7.1"
    stage={stage}
    mode="hid"
    onMode={onMode}
    hasKeys
    canSound
    isText={false}
    onTextClosed={nothing}
    keys={{
      macros: [],
      onKeys: nothing,
      onMacro: nothing,
      onRecord: nothing,
      onRename: nothing,
      onRemove: nothing,
      onType: nothing,
      onTextField: nothing,
      onLetGo: nothing,
    }}
    clipboard={{
      ofDevice: null,
      outcome: null,
      forget: nothing,
      send: nothing,
      sendText: nothing,
      take: nothing,
      isShared: false,
      share: nothing,
    }}
    zooming={zooming}
    route="lan"
    screenshot={{ save: nothing, copy: nothing }}
    choices={atFirst}
    onChoose={nothing}
    onDisconnect={nothing}
  />
)
