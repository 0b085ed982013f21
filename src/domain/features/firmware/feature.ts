import { order, record } from "../../event/command.ts"
import { defineFeature } from "../../event/feature.ts"
import type { FirmwareCommand, TargetOf } from "./commands.ts"
import { decideFirmware } from "./decide.ts"
import { firmwareEvents } from "./events.ts"
import { evolveFirmware, initialFirmware } from "./state.ts"

export const firmware = defineFeature({
  key: "firmware",
  initial: initialFirmware,
  events: firmwareEvents,
  evolve: evolveFirmware,
  commands: {
    KeepFirmware: order,
    RemoveFirmware: order,
    StopFirmwareDownload: order,
    StartFirmwareUpdate: order,
    DismissFirmwareUpdate: order,
    StartCampaign: order,
    RuleCampaign: order,
    PauseCampaign: order,
    ResumeCampaign: order,
    StopCampaign: order,
    DismissCampaign: order,
    SkipInCampaign: order,
    LearnLatestFirmware: record,
    RecordLatestUnread: record,
    WantImage: record,
    RecordImageMove: record,
    RecordImageKept: record,
    RecordImageFailure: record,
    RecordImageGone: record,
    MoveFirmwareUpdate: record,
    FailFirmwareUpdate: record,
    RecordNativeProgress: record,
    RecordRunningBuild: record,
    PostponeInCampaign: record,
    AdvanceCampaign: record,
  },
  decide: (command: FirmwareCommand, state, stamp, { targetOf }: { readonly targetOf: TargetOf }) =>
    decideFirmware(command, state, stamp, targetOf),
})
