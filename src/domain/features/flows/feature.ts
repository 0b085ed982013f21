import * as Schema from "effect/Schema"
import { observation, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import { asBefore, type Envelope, type EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { TABS_KEPT } from "../../values/limits.ts"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import {
  type FlowFailure,
  type FlowName,
  type FlowStage,
  type FlowsState,
  flowFailures,
  flowOf,
  machines,
  mayFollow,
  type StageOf,
} from "./machines.ts"

export const FlowFailureSchema = Schema.Literals(flowFailures)

const stagesOf = <Name extends FlowName>(flow: Name): readonly StageOf<Name>[] => {
  const { edges } = machines[flow]
  return Object.keys(edges).filter((stage): stage is StageOf<Name> => Object.hasOwn(edges, stage))
}

const at = <Name extends FlowName>(flow: Name) =>
  Schema.Struct({
    flow: Schema.Literal(flow),
    stage: Schema.Literals(stagesOf(flow)),
    failure: Schema.NullOr(FlowFailureSchema),
    httpStatus: Schema.optionalKey(Schema.Int),
    waitUntil: Schema.optionalKey(Schema.Finite),
  })

const flowEvents = {
  FlowMoved: {
    v: 2,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Union([
      at("signIn"),
      at("signUp"),
      at("resetPassword"),
      at("changeEmail"),
      at("deleteAccount"),
      at("acceptInvitation"),
    ]),
    upcast: { 1: asBefore },
  },
} as const
export type FlowEvent = EventOf<typeof flowEvents>

const initialFlows: FlowsState = new Map()

export type FlowsCommand =
  /** Begins at the first stage. */
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Continues a flow at the stage that it had in the log before this one. */
  | { readonly type: "ResumeFlow"; readonly at: FlowStage }
  /** The stage is checked against the edges of the flow's machine. */
  | {
      readonly type: "MoveFlow"
      readonly to: FlowStage
      readonly failure: FlowFailure | null
      readonly httpStatus?: number
      readonly waitUntil?: number
    }

export type FlowsRejection = "wrongStage"

const evolveFlows = (state: FlowsState, event: FlowEvent & Envelope, draft: Draft): FlowsState => {
  const next = draft.edit(state)
  next.delete(event.tab)
  next.set(event.tab, event.payload)
  for (const tab of next.keys()) {
    if (next.size <= TABS_KEPT) break
    next.delete(tab)
  }
  return next
}

const moved = (payload: FlowEvent["payload"]): readonly FlowEvent[] => [{ type: "FlowMoved", payload }]

const decideFlows = (
  command: FlowsCommand,
  state: FlowsState,
  tab: string,
): Parsed<readonly FlowEvent[], FlowsRejection> => {
  switch (command.type) {
    case "StartFlow":
      return valid(moved({ ...firstOf[command.flow], failure: null }))
    case "ResumeFlow":
      return valid(moved({ ...command.at, failure: null }))
    case "MoveFlow": {
      const { to, failure, httpStatus, waitUntil } = command
      const more = { ...(httpStatus !== undefined && { httpStatus }), ...(waitUntil !== undefined && { waitUntil }) }
      const { stage } = flowOf(state, tab, to.flow)
      return mayFollow(to.flow, stage, to.stage) ? valid(moved({ ...to, failure, ...more })) : invalid("wrongStage")
    }
  }
}

const firstOf: { readonly [Name in FlowName]: FlowStage } = {
  signIn: { flow: "signIn", stage: machines.signIn.first },
  signUp: { flow: "signUp", stage: machines.signUp.first },
  resetPassword: { flow: "resetPassword", stage: machines.resetPassword.first },
  changeEmail: { flow: "changeEmail", stage: machines.changeEmail.first },
  deleteAccount: { flow: "deleteAccount", stage: machines.deleteAccount.first },
  acceptInvitation: { flow: "acceptInvitation", stage: machines.acceptInvitation.first },
}

export const flows = defineFeature({
  key: "flows",
  initial: initialFlows,
  events: flowEvents,
  evolve: evolveFlows,
  commands: { StartFlow: observation, ResumeFlow: record, MoveFlow: observation },
  decide: (command: FlowsCommand, state, { tab }) => decideFlows(command, state, tab),
})
