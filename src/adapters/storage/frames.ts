import { Effect } from "effect"
import { FRAMES_MAX, type FrameRow, openBeside } from "./beside.ts"

/**
 * The last frame of each device that was viewed (PICTURE-3), beside the log and in no event: on this computer only, so many at
 * most, erased with the account. What the browser does not take is not kept; nothing else depends on it.
 */

/** The longest frame that is kept, in characters of its data address. */
const FRAME_MAX_LENGTH = 200_000

const CHANNEL = "sightline.frames"

let opened: ReturnType<typeof openBeside> | undefined
const frames: ReturnType<typeof openBeside>["beside"] = (...asked) => {
  opened ??= openBeside({})
  return opened.beside(...asked)
}

let channel: BroadcastChannel | undefined
const publish = Effect.sync(() => {
  channel ??= new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
})

/** Takes the place of the one before; the oldest go when there are too many. */
export const keepFrame = (frame: FrameRow): Promise<void> =>
  frame.image.length > FRAME_MAX_LENGTH
    ? Promise.resolve()
    : frames("frames", "rw", async (table) => {
        await table.put(frame)
        const spare = (await table.count()) - FRAMES_MAX
        if (spare > 0) await table.orderBy("at").limit(spare).delete()
      }).pipe(Effect.andThen(publish), Effect.ignore, Effect.runPromise)

export const framesOf = (account: string): Promise<readonly FrameRow[]> =>
  frames("frames", "r", (table) => table.where("account").equals(account).toArray()).pipe(
    Effect.orElseSucceed(() => []),
    Effect.runPromise,
  )

/** Of all accounts, when a person wants none kept. */
export const eraseFrames = (): Promise<void> =>
  frames("frames", "rw", (table) => table.clear()).pipe(Effect.andThen(publish), Effect.ignore, Effect.runPromise)

/** Calls back when frames have changed, here or in another tab; returns how to stop. */
export const onFrames = (listener: () => void): (() => void) => {
  const heard = new BroadcastChannel(CHANNEL)
  heard.addEventListener("message", listener)
  return () => heard.close()
}
