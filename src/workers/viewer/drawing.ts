import { POINTER_MAX } from "../../domain/wire/device/limits.ts"
import type { Picture } from "../../domain/wire/device/message.ts"

/** Draws what a device shows: the picture is told as what is on it, and its colours are its own in every theme. */

/** Words in the language of the person. */
export interface PictureWords {
  readonly typed: string
  readonly asleep: string
  readonly none: string
}

/** The picture is drawn on a grid of this width, whatever its pixels. */
const GRID = 1_920
const SANS = '"Geist Variable", system-ui, sans-serif'
const MONO = '"Geist Mono Variable", ui-monospace, monospace'
const BARS = ["#dcd9d0", "#cfc06a", "#6fb5b0", "#7fae6b", "#b377a5", "#c06a5d", "#5c76b4", "#3a3c40"]
const GREYS = 16
const MARGIN = 240
const INK = "#eceae4"
const FAINT = "#9aa0a5"
/** The latest characters that find room in one line. */
const TYPED_SHOWN = 64

type Context = OffscreenCanvasRenderingContext2D

const ground = (context: Context, height: number): void => {
  context.fillStyle = "#202428"
  context.fillRect(0, 0, GRID, height)
  context.strokeStyle = "#2c3136"
  context.lineWidth = 1
  context.beginPath()
  for (let x = 120; x < GRID; x += 120) {
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (let y = 60; y < height; y += 120) {
    context.moveTo(0, y)
    context.lineTo(GRID, y)
  }
  context.stroke()
  context.strokeStyle = "#6d7378"
  context.lineWidth = 2
  context.beginPath()
  for (let at = 0; at <= GRID; at += 20) {
    const length = at % 100 === 0 ? 24 : 12
    context.moveTo(at, 0)
    context.lineTo(at, length)
    context.moveTo(at, height)
    context.lineTo(at, height - length)
    context.moveTo(0, at)
    context.lineTo(length, at)
    context.moveTo(GRID, at)
    context.lineTo(GRID - length, at)
  }
  context.stroke()
  context.strokeStyle = "#4a5056"
  context.beginPath()
  context.arc(GRID / 2, height / 2, height * 0.4, 0, Math.PI * 2)
  context.stroke()
}

const bars = (context: Context): void => {
  const width = (GRID - 2 * MARGIN) / BARS.length
  for (const [index, colour] of BARS.entries()) {
    context.fillStyle = colour
    context.fillRect(MARGIN + index * width, 430, width, 150)
  }
  const step = (GRID - 2 * MARGIN) / GREYS
  for (let index = 0; index < GREYS; index += 1) {
    const level = Math.round((255 * index) / (GREYS - 1))
    context.fillStyle = `rgb(${level}, ${level}, ${level})`
    context.fillRect(MARGIN + index * step, 580, step, 36)
  }
}

const text = (context: Context, font: string, colour: string, words: string, x: number, y: number, width?: number) => {
  context.font = font
  context.fillStyle = colour
  context.fillText(words, x, y, width)
}

const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 19)

const head = (context: Context, { name, at, width, height, number }: Picture): void => {
  context.textAlign = "left"
  text(context, `600 110px ${SANS}`, INK, name, MARGIN, 300, 860)
  text(context, `400 30px ${MONO}`, FAINT, `${width} × ${height}`, MARGIN, 356)
  context.textAlign = "right"
  text(context, `500 110px ${MONO}`, INK, clockOf(at), GRID - MARGIN, 300)
  text(context, `400 30px ${MONO}`, FAINT, `#${number}`, GRID - MARGIN, 356)
  context.textAlign = "left"
}

const typedLine = (context: Context, typed: string, words: PictureWords): void => {
  text(context, `400 34px ${MONO}`, FAINT, words.typed, MARGIN, 880)
  const shown = [...typed].slice(-TYPED_SHOWN).join("")
  text(context, `400 34px ${MONO}`, INK, shown, MARGIN, 940)
  const end = MARGIN + context.measureText(shown).width
  context.fillRect(end + 6, 912, 16, 36)
}

const pointerSign = (context: Context, { pointer, width, height: rows }: Picture, height: number): void => {
  const x = (pointer.x / POINTER_MAX) * GRID
  const y = (pointer.y / POINTER_MAX) * height
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(0, 56)
  context.lineTo(14, 44)
  context.lineTo(24, 66)
  context.lineTo(34, 61)
  context.lineTo(24, 40)
  context.lineTo(42, 40)
  context.closePath()
  context.fillStyle = pointer.buttons === 0 ? "#ffffff" : "#8be0ee"
  context.strokeStyle = "#000000"
  context.lineWidth = 3
  context.fill()
  context.stroke()
  context.restore()
  const place = `${Math.round((pointer.x / POINTER_MAX) * width)}, ${Math.round((pointer.y / POINTER_MAX) * rows)}`
  const isFarEnd = x > GRID - 300
  context.textAlign = isFarEnd ? "right" : "left"
  text(context, `400 24px ${MONO}`, FAINT, place, x + (isFarEnd ? -16 : 52), Math.min(height - 20, y + 66))
  context.textAlign = "left"
}

export const drawPicture = (context: Context, picture: Picture, words: PictureWords): void => {
  const { canvas } = context
  if (canvas.width !== picture.width || canvas.height !== picture.height) {
    canvas.width = picture.width
    canvas.height = picture.height
  }
  const scale = picture.width / GRID
  const height = picture.height / scale
  context.setTransform(scale, 0, 0, scale, 0, 0)
  ground(context, height)
  head(context, picture)
  if (picture.host === "awake") {
    bars(context)
    typedLine(context, picture.typed, words)
  } else text(context, `400 44px ${SANS}`, FAINT, picture.host === "asleep" ? words.asleep : words.none, MARGIN, 540)
  pointerSign(context, picture, height)
}
