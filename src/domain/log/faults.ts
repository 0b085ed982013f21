/** The possible faults of a log file. The app has a text for each. */
export const logFaults = [
  "foreign",
  "newer",
  "unreadable",
  "tooLong",
  "tooMany",
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
