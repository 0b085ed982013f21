/** What can be wrong with a log file, for whoever says it in another language. */
export const logFaults = [
  "foreign",
  "newer",
  "unreadable",
  "tooLong",
  "order",
  "altered",
  "byteOrderMark",
  "encoding",
  "lineEnds",
  "layout",
  "blanks",
  "normalForm",
  "differs",
  "cutOff",
  "tooLarge",
  "notUnpacked",
  "packed",
] as const
export type LogFault = (typeof logFaults)[number]
