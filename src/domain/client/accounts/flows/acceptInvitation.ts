import { Effect } from "effect"
import type { FlowStage, StageOf } from "../../../features/flows/machines.ts"
import { Cloud } from "../../../ports/cloud.ts"
import type { Code } from "../../../values/code.ts"
import { Refresher } from "../../sync/refresher.ts"
import { report } from "../../sync/reporting.ts"
import { asSession, step, who } from "./flow.ts"

const at = (stage: StageOf<"acceptInvitation">): FlowStage => ({ flow: "acceptInvitation", stage })

/**
 * ACCOUNT-5: the next step is the owner's approval, which the list of main accounts shows. The acceptance is recorded
 * for the account that sent the code, even if the dialog or the session has ended meanwhile.
 */
export const acceptInvitation = Effect.fnUntraced(function* (invitationCode: Code) {
  const cloud = yield* Cloud
  const accepted = yield* step({ working: at("sending"), next: at("done"), back: at("enter") }, (run) =>
    asSession(run, (session, user) =>
      Effect.andThen(
        cloud.call("accept_invitation", session.server, { ...who(user), invitationCode }),
        report({ type: "RecordAcceptance", account: session.account }),
      ),
    ),
  )
  if (accepted) yield* (yield* Refresher).read("mainAccounts")
})
