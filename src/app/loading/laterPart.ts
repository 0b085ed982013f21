import { type ComponentType, useEffect } from "react"

/** A part whose code comes when it is first needed, or ahead, while there is a connection. */
export interface LaterPart<Props> {
  readonly part: () => ComponentType<Props> | undefined
  readonly isHere: () => boolean
  /** Fetches it, once; rejects when it cannot be had, and the next call tries again. */
  readonly fetch: () => Promise<void>
}

export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> => {
  let part: ComponentType<Props> | undefined
  return {
    part: () => part,
    isHere: () => part !== undefined,
    fetch: async () => {
      part ??= await load()
    },
  }
}

/** A part that came with the screen. */
export const readyPart = <Props extends object>(part: ComponentType<Props>): LaterPart<Props> => ({
  part: () => part,
  isHere: () => true,
  fetch: async () => undefined,
})

/** Fetches a part ahead, after the first picture, so that it is at hand when the network is gone. */
export const useAhead = (fetch: () => Promise<unknown>): void => {
  useEffect(() => {
    fetch().catch(() => undefined)
  }, [fetch])
}
