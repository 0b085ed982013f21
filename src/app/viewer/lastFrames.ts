import { createContext, useContext, useEffect, useState } from "react"
import { eraseFrames, framesOf, onFrames } from "../../adapters/storage/frames.ts"
import { isOn } from "../../domain/features/settings/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useHandle, useView } from "../client/client.ts"

/** The last frame of a device: a picture as a data address, and the time when it was taken, ms. */
export interface KeptFrame {
  readonly at: number
  readonly image: string
}

const NO_FRAMES: ReadonlyMap<string, KeptFrame> = new Map()

const Frames = createContext(NO_FRAMES)
export const FramesProvider = Frames.Provider

export const useFrame = (did: string): KeptFrame | null => useContext(Frames).get(did) ?? null

export const wantsFrames = ({ settings }: State): boolean => isOn(settings, "pictures")
/** Undefined until the settings are known. */
export const useWantsFrames = (): boolean | undefined => useView(wantsFrames)

const accountOf = ({ session }: State) => session.current?.account ?? null

/** The frames of the account signed in, by did. A replay shows none, because they are of today. */
export const useKeptFrames = (): ReadonlyMap<string, KeptFrame> => {
  const handle = useHandle()
  const account = useView(accountOf) ?? null
  const isWanted = useWantsFrames() === true && handle?.log !== null
  const [frames, setFrames] = useState(NO_FRAMES)
  useEffect(() => {
    setFrames(NO_FRAMES)
    if (account === null || !isWanted) return
    let isAwaited = true
    const read = async () => {
      const rows = await framesOf(account)
      if (isAwaited) setFrames(new Map(rows.map(({ did, at, image }) => [did, { at, image }])))
    }
    void read()
    const stop = onFrames(() => void read())
    return () => {
      isAwaited = false
      stop()
    }
  }, [account, isWanted])
  return frames
}

/** Erases all frames when a person turns them off. A replay erases none: its setting is from another time. */
export const useErasedFrames = (): void => {
  const handle = useHandle()
  const isUnwanted = useWantsFrames() === false && handle?.log !== null
  useEffect(() => {
    if (isUnwanted) void eraseFrames()
  }, [isUnwanted])
}
