import { Effect } from "effect"
import { isUnsent } from "../outbox/state.ts"
import { Bridge, type BridgeError } from "../ports/bridge.ts"
import type { BridgeMessage } from "../wire/bridge.ts"
import { answerToStep } from "./accounts/flows/steps.ts"
import { beginBatch } from "./batches/starting.ts"
import { askViewing, switchMode } from "./bridge/asking.ts"
import { cancelScan, startScan } from "./lan/scanning.ts"
import { addSubnet, removeSubnet } from "./lan/subnets.ts"
import { wakeOverLan } from "./lan/waking.ts"
import { Engine } from "./log/engine.ts"
import {
  type AnswerServices,
  type AnswersLater,
  answerWith,
  type LaterRequest,
  nothingQueued,
  type Refused,
  type Request,
  refresh,
  refusedOf,
} from "./requests.ts"
import { resetSettings } from "./resetSettings.ts"
import { report } from "./sync/reporting.ts"

/** Answers what nobody asks for in the first moments: its code comes after the engine. */
export const answerLater: AnswersLater = (request) =>
  request.type === "BeginBatch" ? beginBatch(request) : Effect.as(doLater(request), nothingQueued)

const doLater = (
  request: Exclude<LaterRequest, { type: "BeginBatch" }>,
): Effect.Effect<unknown, Refused, AnswerServices> => {
  switch (request.type) {
    case "Scan":
      return startScan(request.targets)
    case "CancelScan":
      return cancelScan
    case "AddSubnet":
      return addSubnet(request.text)
    case "RemoveSubnet":
      return removeSubnet(request.text)
    case "WakeOverLan":
      return wakeOverLan(request)
    case "ConnectDevice": {
      const { id, did, name, isUsb, cloudType } = request
      return askViewing({ type: "open", target: { id, did, name, isUsb, cloudType } })
    }
    case "RetryDevice":
      return askViewing({ type: "retry" })
    case "DisconnectDevice":
      return askViewing({ type: "close" })
    case "AnswerPasscode":
      return askViewing({ type: "answer", passcode: request.passcode, keep: request.keep })
    case "GiveUpPasscode":
      return askViewing({ type: "giveUp" })
    case "DecideAboutKey":
      return askViewing({ type: "judgeKey", isTrusted: request.isTrusted })
    case "TellBridge":
      return tellBridge(request.message)
    case "SwitchMode":
      return switchMode(request.id, request.mode)
    case "HurryAll":
      return hurryAll
    case "ResetSettings":
      // Local storage may be forbidden altogether: that must be told, not thrown away.
      return Effect.catchCause(resetSettings, () => Effect.fail<Refused>("storage"))
    default:
      return Effect.mapError(answerToStep(request), refusedOf)
  }
}

/** Does what a screen asks, where all the code is there. */
export const answerTo = (request: Request, secure: boolean) => answerWith(request, secure, Effect.succeed(answerLater))

const hurryAll = Effect.gen(function* () {
  const { session, outbox } = (yield* Engine).state()
  const waiting = [...outbox.actions.values()].filter(
    (action) => action.account === session.current?.account && isUnsent(action) && action.status.state === "waiting",
  )
  yield* Effect.forEach(waiting, ({ id }) => report({ type: "HurryAction", action: id }), { discard: true })
  yield* refresh("devices", true)
})

const tellBridge = Effect.fnUntraced(function* (message: BridgeMessage) {
  const bridge = yield* Bridge
  yield* Effect.mapError(bridge.send(message), unheard)
})

const unheard = ({ reason }: BridgeError): Refused => (reason === "away" ? "bridgeAway" : "bridgeUnable")
