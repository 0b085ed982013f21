import { expect, test } from "vitest"
import type { ViewerNews } from "../../src/app/client/handle.ts"
import { createReturns, isAwaited } from "../../src/app/screens/viewer/useBackWithComputer.ts"

/** The news from a viewer after which the app asks for the picture again. */

const opened: ViewerNews = { type: "opened" }
const away: ViewerNews = { type: "host", awake: false }
const there: ViewerNews = { type: "host", awake: true }
const picture: ViewerNews = { type: "picture", at: 1 }
const closed: ViewerNews = { type: "closed" }
const stalled: ViewerNews = { type: "ended", reason: "stalled" }
/** The news of a connection that brings no picture. */
const stall = [opened, there, stalled, closed]
const ended = (reason: Extract<ViewerNews, { type: "ended" }>["reason"] = "ended"): ViewerNews => ({
  type: "ended",
  reason,
})

test.each<readonly [string, readonly ViewerNews[], number]>([
  ["the computer goes, then comes", [opened, there, picture, ended(), away, there], 1],
  ["the news of the computer comes before the end of the stream", [opened, picture, away, ended(), there], 1],
  ["the computer is back before the end of the stream is known", [opened, picture, away, there, ended()], 1],
  ["it comes back while a try is under way that fails", [opened, away, there, ended("vncUnreachable")], 1],
  ["it comes back after a try that failed", [opened, away, ended("vncUnreachable"), there], 1],
  ["a person tries, and the new connection finds it there", [opened, ended(), away, opened, there, picture], 0],
  ["the return is said twice", [opened, ended(), away, there, there], 1],
  ["it comes and goes while the try is under way", [opened, ended(), away, there, away, there], 1],
  ["each of two returns", [opened, ended(), away, there, opened, there, picture, ended(), away, there], 2],
  ["a try that the device refuses although its computer is there", [opened, there, ended("refused")], 0],
  ["a stream that ends after its computer woke up before it", [opened, away, there, picture, ended()], 0],
  ["a computer that sleeps and wakes while its picture goes on", [opened, picture, away, there], 0],
  ["a stream that our guard has ended", [opened, picture, ended("junk"), away, there], 0],
  ["a stream that stalls", [opened, there, picture, stalled, closed], 1],
  ["a stream that stalls while its computer is away", [opened, picture, away, stalled, closed], 1],
  ["a stream that stalls again with the next picture", [opened, picture, stalled, closed, opened, picture, stalled], 2],
  [
    "a stream that never gives a picture again",
    [opened, picture, ...Array.from({ length: 20 }, () => stall).flat()],
    8,
  ],
  [
    "a stream that gives a picture after some stalls",
    [...Array.from({ length: 8 }, () => stall).flat(), opened, picture, stalled],
    9,
  ],
  ["a connection that is lost", [opened, picture, away, closed], 0],
])("[AGENT-3][SCREEN-3] %s: asked for again as often as is due", (_what, news, times) => {
  let asked = 0
  const take = createReturns(() => {
    asked += 1
  })
  for (const each of news) take(each)
  expect(asked).toBe(times)
})

test("[AGENT-3] a picture is awaited while its computer is away, unless our guard has ended it", () => {
  const awaited = (["ended", "vncUnreachable", "stalled", "junk", "clipboardTooLong", null] as const).filter((reason) =>
    isAwaited({ ended: reason, isAway: true }),
  )
  expect(awaited).toEqual(["ended", "vncUnreachable", "stalled"])
  expect(isAwaited({ ended: "ended", isAway: false })).toBe(false)
})
