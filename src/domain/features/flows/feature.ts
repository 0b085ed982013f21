import { Schema } from "effect"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { PLACES_KEPT } from "../../values/limits.ts"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { lastingRefusals } from "../../wire/status.ts"

/**
 * The flows in which a person waits for an answer (decision 10), each an explicit machine: which stage may follow which. What
 * was typed, and the tokens between two steps, stay in the memory of the tab; the log knows the stages alone.
 */

/** For each flow its first stage and its edges. */
export const machines = {
  signIn: {
    first: "form",
    edges: { form: ["asking"], asking: ["form", "done"], done: ["asking"] },
  },
  signUp: {
    first: "form",
    edges: {
      form: ["submitting"],
      submitting: ["form", "code"],
      code: ["form", "resending", "confirming"],
      resending: ["code"],
      confirming: ["code", "done"],
      done: [],
    },
  },
  resetPassword: {
    first: "email",
    edges: {
      email: ["sending"],
      sending: ["email", "sent"],
      sent: ["email", "resending", "submitting"],
      resending: ["sent"],
      submitting: ["sent", "done"],
      done: [],
    },
  },
  changeEmail: {
    first: "email",
    edges: {
      email: ["sending"],
      sending: ["email", "code"],
      code: ["email", "resending", "confirming"],
      resending: ["code"],
      confirming: ["code", "done"],
      done: [],
    },
  },
  deleteAccount: {
    first: "confirm",
    edges: {
      confirm: ["requesting"],
      requesting: ["confirm", "verify"],
      verify: ["resending", "processing"],
      resending: ["verify"],
      processing: ["verify", "done"],
      done: [],
    },
  },
  acceptInvitation: {
    first: "enter",
    edges: { enter: ["sending"], sending: ["enter", "done"], done: [] },
  },
} as const satisfies Record<string, { readonly first: string; readonly edges: Record<string, readonly string[]> }>

export type FlowName = keyof typeof machines
export type StageOf<Name extends FlowName> = keyof (typeof machines)[Name]["edges"] & string

/** A flow at one of its own stages. */
export type FlowPlace = {
  readonly [Name in FlowName]: { readonly flow: Name; readonly stage: StageOf<Name> }
}[FlowName]

/**
 * Why a step failed (MSG-1). `needsConnection`: nobody can wait for this one (OFFLINE-2).
 * `notErased`: the server has deleted the account, and something of it is left in this browser (ACCOUNT-4).
 */
export const FlowFailure = Schema.Literals([...lastingRefusals, "tooOften", "connect", "needsConnection", "notErased"])
export type FlowFailure = typeof FlowFailure.Type

const stagesOf = <Name extends FlowName>(flow: Name): readonly StageOf<Name>[] => {
  const { edges } = machines[flow]
  return Object.keys(edges).filter((stage): stage is StageOf<Name> => Object.hasOwn(edges, stage))
}

const at = <Name extends FlowName>(flow: Name) =>
  Schema.Struct({
    flow: Schema.Literal(flow),
    stage: Schema.Literals(stagesOf(flow)),
    failure: Schema.NullOr(FlowFailure),
  })

export const flowEvents = {
  FlowMoved: {
    v: 2,
    payload: Schema.Union([
      at("signIn"),
      at("signUp"),
      at("resetPassword"),
      at("changeEmail"),
      at("deleteAccount"),
      at("acceptInvitation"),
    ]),
    // Releases that wrote the first version knew of no sign-in among the flows.
    upcast: { 1: (payload: unknown) => payload },
  },
} as const
export type FlowEvent = EventOf<typeof flowEvents>

/** The flow of a tab: one at a time. */
export type Flow = FlowPlace & { readonly failure: FlowFailure | null }

/** By tab, the one that moved last at the end. */
export type FlowsState = ReadonlyMap<string, Flow>
export const initialFlows: FlowsState = new Map()

export type FlowsCommand =
  /** Begins at the first stage. */
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Takes a flow up again where the log before this one had it. */
  | { readonly type: "ResumeFlow"; readonly at: FlowPlace }
  /** The stage is checked against the edges of the flow's machine. */
  | { readonly type: "MoveFlow"; readonly to: FlowPlace; readonly failure: FlowFailure | null }

export type FlowsRejection = "wrongStage"

export const evolveFlows = (state: FlowsState, event: FlowEvent & Envelope, draft: Draft): FlowsState => {
  const next = draft.edit(state)
  next.delete(event.tab)
  next.set(event.tab, event.payload)
  for (const tab of next.keys()) {
    if (next.size <= PLACES_KEPT) break
    next.delete(tab)
  }
  return next
}

const moved = (payload: FlowEvent["payload"]): readonly FlowEvent[] => [{ type: "FlowMoved", payload }]

export const decideFlows = (
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
      const { to, failure } = command
      const { stage } = flowOf(state, tab, to.flow)
      return mayFollow(to.flow, stage, to.stage) ? valid(moved({ ...to, failure })) : invalid("wrongStage")
    }
  }
}

const firstOf: { readonly [Name in FlowName]: FlowPlace } = {
  signIn: { flow: "signIn", stage: machines.signIn.first },
  signUp: { flow: "signUp", stage: machines.signUp.first },
  resetPassword: { flow: "resetPassword", stage: machines.resetPassword.first },
  changeEmail: { flow: "changeEmail", stage: machines.changeEmail.first },
  deleteAccount: { flow: "deleteAccount", stage: machines.deleteAccount.first },
  acceptInvitation: { flow: "acceptInvitation", stage: machines.acceptInvitation.first },
}

export const mayFollow = (flow: FlowName, from: string, to: string): boolean => {
  const edges: Readonly<Record<string, readonly string[]>> = machines[flow].edges
  return Object.hasOwn(edges, from) && (edges[from]?.includes(to) ?? false)
}

const isAt = <Name extends FlowName>(current: Flow, flow: Name): current is Flow & { readonly stage: StageOf<Name> } =>
  current.flow === flow

/** Where a tab stands in a flow; its first stage when it has not begun. */
export const flowOf = <Name extends FlowName>(
  state: FlowsState,
  tab: string | undefined,
  flow: Name,
): {
  readonly stage: StageOf<Name> | (typeof machines)[Name]["first"]
  readonly failure: FlowFailure | null
} => {
  const current = tab === undefined ? undefined : state.get(tab)
  return current !== undefined && isAt(current, flow) ? current : { stage: machines[flow].first, failure: null }
}
