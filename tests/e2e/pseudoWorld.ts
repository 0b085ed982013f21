import { expect } from "vitest"
import { languageOf } from "../../src/app/i18n/languages.ts"
import type { Scene, SceneStage } from "../screenshots/scene.ts"
import { open, playOn } from "../screenshots/stage.ts"
import { wordsOf } from "../screenshots/words.ts"
import { type BrowserPool, startPool } from "./browserPool.ts"
import { knownData, lookAt } from "./looking.ts"
import { sharedOnStage } from "./onStage.ts"
import { pseudoTexts, speakPseudo } from "./pseudo.ts"

/** px: desktop, and the narrowest phone (LAYOUT-5). A tablet combines the texts of one with the space of the other. */
const DESKTOP = { width: 1440, height: 1000 } as const
const PHONE = { width: 360, height: 740 } as const

interface Left {
  readonly who: string | undefined
  readonly path: string
  readonly stage: SceneStage
}

/** The page after the last scene. Undefined after a scene that failed, or that cannot be undone. */
let left: Left | undefined

/** The pool of this file. Its pages get the address of the bridge, because scenes show the bridge's devices. */
let pool: BrowserPool | undefined

const poolOver = async (): Promise<BrowserPool> => {
  const { stack } = await sharedOnStage()
  pool ??= startPool(stack, async () => undefined)
  return pool
}

const handBack = async ({ stage }: Left, hasPassed: boolean): Promise<void> =>
  pool?.takeBack(stage.context, { hasPassed })

/** Closes the page of the last scene. */
const clearStage = async (): Promise<void> => {
  const ended = left
  left = undefined
  if (ended !== undefined) await handBack(ended, true)
}

/** Closes everything that the scenes of a file have opened. */
export const closeStage = async (): Promise<void> => {
  const ended = pool
  left = undefined
  pool = undefined
  await ended?.close()
}

/** Orders scenes so that those that can share a page come one after the other. */
export const inTurn = (scenes: readonly Scene[]): readonly Scene[] => {
  const pageOf = ({ leave, who = "" }: Scene) => (leave === undefined ? undefined : who)
  return [...Map.groupBy(scenes, pageOf).values()].flat()
}

const openFresh = async (scene: Scene): Promise<Left> => {
  await clearStage()
  const { stack } = await sharedOnStage()
  const { take, takeBack } = await poolOver()
  const language = languageOf("en")
  const words = await wordsOf(language, pseudoTexts)
  const context = await take({ isStored: false })
  try {
    const stage = await open(context, { stack, scene, language, words, prepare: speakPseudo })
    return { who: scene.who, path: scene.path, stage }
  } catch (error) {
    await takeBack(context, { hasPassed: false })
    throw error
  }
}

const looksRight = async ({ stage, path }: Left, scene: Scene): Promise<void> => {
  if (path !== scene.path) await stage.visit(scene.path)
  await playOn(stage, scene)
  const known = await knownData(stage.stack)
  for (const size of [DESKTOP, PHONE]) {
    await stage.page.setViewportSize(size)
    /* One text, so that the report of a repeated test has all findings. */
    const findings = async () => {
      const { foreign, clipped } = await lookAt(stage.page, known)
      return [...foreign.map((line) => `foreign: ${line}`), ...clipped].join("\n")
    }
    await expect.poll(findings, { message: `${size.width} px` }).toBe("")
  }
}

/** The page for the next scene, when this one can be undone. */
const leaveScene = async ({ stage }: Left, { who, leave }: Scene): Promise<Left | undefined> => {
  if (leave === undefined) return undefined
  await stage.page.setViewportSize(DESKTOP)
  await leave(stage)
  const { pathname, search } = new URL(stage.page.url())
  return { who, path: `${pathname}${search}`, stage }
}

/** Plays a scene in the pseudo-locale and checks it at every width. */
export const lookAtScene = async (scene: Scene): Promise<void> => {
  const isShared = scene.leave !== undefined && left?.who === scene.who
  const entered = isShared && left !== undefined ? left : await openFresh(scene)
  left = undefined
  let hasPassed = false
  try {
    await looksRight(entered, scene)
    left = await leaveScene(entered, scene)
    hasPassed = true
  } finally {
    if (left === undefined) await handBack(entered, hasPassed)
  }
}
