import "react"

declare module "react" {
  /** The one custom property that markup sets: the percent of a ruler. */
  interface CSSProperties {
    readonly "--v"?: number
  }
}
