import { expect, test } from "vitest"
import { type FlowStage, flowFailures, machines } from "../../src/domain/features/flows/machines.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import { noticeOf } from "../../src/domain/views/messages.ts"
import { Recorder } from "./recorder.ts"

/**
 * The notices at each edge of a flow (MSG-1): its end, and a code that was sent again. Only the flow's own tab shows
 * them.
 */

const ends: Readonly<Record<string, string | null>> = {
  signIn: null,
  acceptInvitation: null,
  signUp: "accountCreated",
  resetPassword: "passwordReset",
  changeEmail: "emailUpdated",
  deleteAccount: "accountDeleted",
}

interface Edge {
  readonly from: FlowStage
  readonly to: FlowStage
}

const isFlowStage = (at: { readonly flow: string; readonly stage: string }): at is FlowStage =>
  Object.entries(machines).some(([name, { edges }]) => name === at.flow && Object.hasOwn(edges, at.stage))

const edges: readonly Edge[] = Object.entries(machines).flatMap(([flow, machine]) =>
  Object.entries(machine.edges).flatMap(([stage, next]: readonly [string, readonly string[]]) =>
    next.flatMap((to) => {
      const [begin, end] = [
        { flow, stage },
        { flow, stage: to },
      ]
      return isFlowStage(begin) && isFlowStage(end) ? [{ from: begin, to: end }] : []
    }),
  ),
)

const moved = (tab: string, to: FlowStage, failure: (typeof flowFailures)[number] | null): RecordedEvent => {
  const client = new Recorder()
  client.tab = tab
  client.do({ type: "ResumeFlow", at: to })
  const event = client.log.at(-1)
  if (event?.type !== "FlowMoved") throw new Error(`${to.flow} does not begin`)
  return { ...event, payload: { ...to, failure } }
}

test.each(edges)("[MSG-1] $from.flow from $from.stage to $to.stage", ({ from, to }) => {
  const client = new Recorder()
  client.do({ type: "ResumeFlow", at: from })
  const end = ends[to.flow] ?? null
  const message = to.stage === "done" ? end : from.stage === "resending" ? "codeSent" : null
  const success = message === null ? null : { kind: "success", message }
  expect(noticeOf(moved("tab-1", to, null), client.state, "tab-1")).toEqual(success)
  // Another tab shows nothing, and a failure is shown beside its form instead.
  expect(noticeOf(moved("tab-1", to, null), client.state, "tab-2")).toBeNull()
  for (const failure of flowFailures)
    expect(noticeOf(moved("tab-1", to, failure), client.state, "tab-1"), failure).toBeNull()
})
