import { actionExpiryMs } from "../features/settings/feature.ts"
import type { OutboxContext } from "../outbox/decide.ts"
import type { State } from "./state.ts"
import { isUnaccepted } from "./unacceptedInvitations.ts"

export const outboxContext = (state: State): OutboxContext => ({
  account: state.session.current?.account ?? null,
  connection: state.connection,
  subAccountStatus: (id) => state.sharing.subAccounts.get(id)?.status,
  expiryMs: actionExpiryMs(state.settings),
  isNeeded: (action) => isUnaccepted(state, action),
})
