import { lastingRefusals } from "../../wire/status.ts"

/**
 * The flows in which a person waits for a reply (decision 10), each an explicit machine that says which stage may
 * follow which. Typed values, and tokens between two steps, stay in the memory of the tab. The log holds only the
 * stages.
 */

/** The first stage and the edges of each flow. */
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
export type FlowStage = {
  readonly [Name in FlowName]: { readonly flow: Name; readonly stage: StageOf<Name> }
}[FlowName]

/**
 * The reason why a step failed (MSG-1). `needsConnection`: this step cannot be queued (OFFLINE-2). `notErased`: the
 * server has deleted the account, and something of it is left in this browser (ACCOUNT-4).
 */
export const flowFailures = [...lastingRefusals, "tooOften", "connect", "needsConnection", "notErased"] as const
export type FlowFailure = (typeof flowFailures)[number]

/** The flow of a tab. A tab has one at a time. */
export type Flow = FlowStage & {
  readonly failure: FlowFailure | null
  /** The HTTP error with which a reached server answered. */
  readonly httpStatus?: number
  /** The end of the wait that the server asked for, ms. */
  readonly waitUntil?: number
}

/** By tab, the last moved one at the end. */
export type FlowsState = ReadonlyMap<string, Flow>

export const mayFollow = (flow: FlowName, from: string, to: string): boolean => {
  const edges: Readonly<Record<string, readonly string[]>> = machines[flow].edges
  return Object.hasOwn(edges, from) && (edges[from]?.includes(to) ?? false)
}

const isAt = <Name extends FlowName>(current: Flow, flow: Name): current is Flow & { readonly stage: StageOf<Name> } =>
  current.flow === flow

/** The stage of a tab in a flow; the first stage when the flow has not begun. */
export const flowOf = <Name extends FlowName>(
  state: FlowsState,
  tab: string | undefined,
  flow: Name,
): {
  readonly stage: StageOf<Name> | (typeof machines)[Name]["first"]
  readonly failure: FlowFailure | null
  readonly httpStatus?: number
  readonly waitUntil?: number
} => {
  const current = tab === undefined ? undefined : state.get(tab)
  return current !== undefined && isAt(current, flow) ? current : { stage: machines[flow].first, failure: null }
}
