import { Effect } from "effect"
import { FRAMES_MAX, type FrameRow, openBeside } from "./beside.ts"

/**
 * The last frame of each viewed device (PICTURE-3), beside the log and in no event. Frames stay on this computer, are
 * limited in number, and are erased with the account. A frame that the browser does not store is dropped; nothing
 * depends on it.
 */

/** The longest stored frame, in characters of its data URL. */
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

/** Replaces the earlier frame of the device. Deletes the oldest frames beyond the limit. */
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

/** Erases the frames of all accounts, when a person wants none kept. */
export const eraseFrames = (): Promise<void> =>
  frames("frames", "rw", (table) => table.clear()).pipe(Effect.andThen(publish), Effect.ignore, Effect.runPromise)

/** Calls back when frames have changed, here or in another tab. Returns a function that unsubscribes. */
export const onFrames = (listener: () => void): (() => void) => {
  const heard = new BroadcastChannel(CHANNEL)
  heard.addEventListener("message", listener)
  return () => heard.close()
}
