/**
 * The settings that the app reads from `/config.json` at run time (CALL-3): the deployment, not the code, names its
 * servers.
 */
export interface DeploymentSettings {
  readonly publicCloud: { readonly url: string; readonly name: string }
  readonly releasesUrl: string
  readonly desktopUrl: string
  readonly supportEmail: string
  readonly videoChannelUrl: string
  /** One per tutorial, in the order of the help center. */
  readonly tutorialUrls: readonly string[]
  readonly firmwareUrl: string
  readonly firmwareMirrorUrl: string
  /** True when the app asks the mirror for the latest firmware. */
  readonly useTestMirror: boolean
  /** The address of a bridge. Its token is no setting. */
  readonly bridge: { readonly url: string } | null
}

/** The content of `/bridge.json`, for the app's own pages. */
export interface BridgeAccess {
  readonly url: string
  readonly token: string
}

const TUTORIALS = 6

/** Settings of a local stack by the origin of its cloud and the address of its bridge. */
export const localSettings = (cloud: string, bridge: string): DeploymentSettings => ({
  publicCloud: { url: cloud, name: "Sightline Cloud" },
  releasesUrl: "https://example.com/sightline/releases",
  desktopUrl: "https://example.com/sightline/desktop",
  supportEmail: "support@example.com",
  videoChannelUrl: "https://example.com/sightline/videos",
  tutorialUrls: Array.from({ length: TUTORIALS }, (_, number) => `https://example.com/sightline/videos/${number + 1}`),
  firmwareUrl: `${cloud}/firmware/latest.txt`,
  firmwareMirrorUrl: `${cloud}/firmware/latest.txt?mirror=test`,
  useTestMirror: false,
  bridge: { url: bridge },
})
