import * as Schema from "effect/Schema"
import type { EventOf } from "../../event/event.ts"
import { ListName } from "../../event/listRead.ts"
import type { AccountKey } from "../../values/identity.ts"
import { AccountKeySchema } from "../../wire/brands.ts"

/** A person asked for a fresh list, of whatever kind. The features with the lists note it in their own state. */
export const refreshEvents = {
  RefreshRequested: {
    v: 1,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, list: ListName }),
  },
} as const
export type RefreshEvent = EventOf<typeof refreshEvents>

export interface RefreshCommand {
  readonly type: "RequestRefresh"
  readonly account: AccountKey
  readonly list: ListName
}

export const decideRefresh = ({ account, list }: RefreshCommand): readonly RefreshEvent[] => [
  { type: "RefreshRequested", payload: { account, list } },
]
