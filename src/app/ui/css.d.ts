import "react"

declare module "react" {
  /**
   * The custom properties that markup sets: the percent of a ruler, the digits of the largest figure and of a figure,
   * the columns of a table.
   */
  interface CSSProperties {
    readonly "--v"?: number
    readonly "--digits"?: number
    readonly "--own"?: number
    "--columns"?: string
  }
}
