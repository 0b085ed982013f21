/** What the app reads from `/config.json` at run time (CALL-3): the deployment, not the code, names its servers. */
export interface DeploymentSettings {
  readonly publicCloud: { readonly url: string; readonly name: string }
  readonly releasesUrl: string
  readonly supportEmail: string
  readonly videoChannelUrl: string
  /** One a tutorial, in the order of the help center. */
  readonly tutorialUrls: readonly string[]
  readonly firmwareUrl: string
  readonly firmwareMirrorUrl: string
  readonly bridge: { readonly url: string; readonly token: string } | null
}

const TUTORIALS = 6

/** Settings of a local stack whose cloud is at `cloud`, an origin. Nothing but the cloud and its firmware is served. */
export const localSettings = (cloud: string): DeploymentSettings => ({
  publicCloud: { url: cloud, name: "Sightline Cloud" },
  releasesUrl: "https://example.com/sightline/releases",
  supportEmail: "support@example.com",
  videoChannelUrl: "https://example.com/sightline/videos",
  tutorialUrls: Array.from({ length: TUTORIALS }, (_, number) => `https://example.com/sightline/videos/${number + 1}`),
  firmwareUrl: `${cloud}/firmware/latest.txt`,
  firmwareMirrorUrl: `${cloud}/firmware/latest.txt?mirror=test`,
  // The socket of the bridge listens but speaks no protocol yet; a page that is told of it would try in vain.
  bridge: null,
})
