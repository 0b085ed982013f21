import "react"

declare module "react" {
  /** The custom properties that markup sets: the percent of a ruler, the columns of a table. */
  interface CSSProperties {
    readonly "--v"?: number
    "--columns"?: string
  }
}
