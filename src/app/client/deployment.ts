import { refusalOf, unkept } from "../../adapters/browser/unkept.ts"
import { parseServerUrl, type ServerUrl } from "../../domain/values/serverUrl.ts"

/** Settings of this deployment, read from `/config.json` at run time (CALL-3). */
export interface Deployment {
  readonly publicCloud: { readonly url: ServerUrl; readonly name: string } | null
  readonly releasesUrl: string | null
  /** The page that offers the desktop app; the releases page where the settings name no other. */
  readonly desktopUrl: string | null
  readonly supportEmail: string | null
  readonly videoChannelUrl: string | null
  readonly tutorialUrls: readonly string[]
  /** The address of the latest firmware (FW-1), or of the test mirror where the settings choose it. */
  readonly firmwareUrl: string | null
  readonly isTestMirror: boolean
  /** The address of the bridge that the server of this deployment runs. Its token is not part of the settings. */
  readonly bridgeUrl: string | null
}

export const noDeployment: Deployment = {
  publicCloud: null,
  releasesUrl: null,
  desktopUrl: null,
  supportEmail: null,
  videoChannelUrl: null,
  tutorialUrls: [],
  firmwareUrl: null,
  isTestMirror: false,
  bridgeUrl: null,
}

/** The settings before they are read. Compared by identity, because another deployment may have no settings either. */
export const unreadDeployment: Deployment = { ...noDeployment }

const field = (source: unknown, key: string): unknown =>
  typeof source === "object" && source !== null ? Reflect.get(source, key) : undefined

const webAddress = (value: unknown): string | null => {
  if (typeof value !== "string" || !URL.canParse(value)) return null
  return /^https?:$/.test(new URL(value).protocol) ? value : null
}

const socketAddress = (value: unknown): string | null =>
  typeof value === "string" && URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol) ? value : null

const text = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null)

/** Takes what is well formed and leaves out the rest: a wrong link must not keep the app from starting. */
export const parseDeployment = (source: unknown): Deployment => {
  const cloud = field(source, "publicCloud")
  const url = parseServerUrl(text(field(cloud, "url")) ?? "")
  const tutorials = field(source, "tutorialUrls")
  const isTestMirror = field(source, "useTestMirror") === true
  return {
    publicCloud: url.ok ? { url: url.value, name: text(field(cloud, "name")) ?? new URL(url.value).host } : null,
    releasesUrl: webAddress(field(source, "releasesUrl")),
    desktopUrl: webAddress(field(source, "desktopUrl")) ?? webAddress(field(source, "releasesUrl")),
    supportEmail: text(field(source, "supportEmail")),
    videoChannelUrl: webAddress(field(source, "videoChannelUrl")),
    tutorialUrls: Array.isArray(tutorials) ? tutorials.flatMap((item) => webAddress(item) ?? []) : [],
    firmwareUrl: webAddress(field(source, isTestMirror ? "firmwareMirrorUrl" : "firmwareUrl")),
    isTestMirror,
    bridgeUrl: socketAddress(field(field(source, "bridge"), "url")),
  }
}

const ADDRESS = "/config.json"
/** The cache in which the service worker looks without a network, named as in vite.config.ts. */
const CACHE = "config"

/**
 * The service worker does not see the first visit. The page stores the reply for it, so that the next visit may be
 * offline.
 */
const keep = async (response: Response): Promise<void> => {
  if (!("caches" in globalThis)) return
  try {
    await (await caches.open(CACHE)).put(ADDRESS, response)
  } catch (cause) {
    // Without room or permission the service worker could not store the rest of the app either.
    unkept.note("app", refusalOf(cause))
  }
}

/** Settings are an object. The page of a captive portal, or any other reply, is not. */
const settingsIn = async (response: Response): Promise<object | null> => {
  const source: unknown = await response.json().catch(() => null)
  return typeof source === "object" && !Array.isArray(source) ? source : null
}

/** The settings of the last reading, from the copy that the service worker has, too. */
const lastRead = async (): Promise<object | null> => {
  const kept = "caches" in globalThis ? await caches.match(ADDRESS, { cacheName: CACHE }) : undefined
  return kept === undefined ? null : settingsIn(kept)
}

/** Timeout of the settings, ms. After it the app starts without them. */
const SETTINGS_TIMEOUT_MS = 15_000
/** A deployment may have no settings. */
const NOT_FOUND = 404

/** The last known settings count while the server gives none. Without any, everything that needs none still works. */
export const loadDeployment = async (patience = SETTINGS_TIMEOUT_MS): Promise<Deployment> => {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(ADDRESS, { cache: "no-cache", signal }).catch(() => null)
  const copy = response?.clone()
  const fresh = response?.ok === true ? await settingsIn(response) : null
  if (fresh !== null && copy !== undefined) {
    void keep(copy)
    return parseDeployment(fresh)
  }
  if (response?.status === NOT_FOUND) return noDeployment
  const last = await lastRead().catch(() => null)
  return last === null ? noDeployment : parseDeployment(last)
}
