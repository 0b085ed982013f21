import { Effect } from "effect"
import { answerToStep } from "./accounts/flows/steps.ts"
import { cancelScan, startScan } from "./lan/scanning.ts"
import { addSubnet, removeSubnet } from "./lan/subnets.ts"
import { wakeOverLan } from "./lan/waking.ts"
import { type AnswersLater, answerWith, type Request, refusedOf } from "./requests.ts"

/** Answers what nobody asks for in the first moments: its code comes after the engine. */
export const answerLater: AnswersLater = (request) => {
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
    default:
      return Effect.mapError(answerToStep(request), refusedOf)
  }
}

/** Does what a screen asks, where all the code is there. */
export const answerTo = (request: Request, secure: boolean) => answerWith(request, secure, Effect.succeed(answerLater))
