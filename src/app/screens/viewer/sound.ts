let context: AudioContext | undefined

const QUIET = 0.05
const MS_PER_SECOND = 1_000

/** Lets a tone of the device sound; before the person has touched the page the browser keeps it silent. */
export const sound = ({ hz, ms }: { readonly hz: number; readonly ms: number }): void => {
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  volume.gain.value = QUIET
  tone.frequency.value = hz
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + ms / MS_PER_SECOND)
}
