export const accentGrounds = {
  light: ['#faf7f0', '#fffdf8', '#f0ebe0'],
  dark: ['#14181d', '#1b2128', '#232a32'],
}

const BLACK = '#000000'
const WHITE = '#ffffff'
const ENOUGH = 7

export type Accent = { accent: string; accentStrong: string; onAccent: string }

/**
 * The accents of both themes from one colour: unchanged where it is readable, else darker or lighter until it is, so
 * that no choice of an operator makes a button or a link unreadable.
 */
export function accentsOf(colour: string): { light: Accent; dark: Accent } {
  const light = readable(colour, BLACK, accentGrounds.light)
  const dark = readable(colour, WHITE, accentGrounds.dark)
  return {
    light: { accent: light, accentStrong: mixed(light, BLACK, 0.35), onAccent: WHITE },
    dark: { accent: dark, accentStrong: mixed(dark, WHITE, 0.4), onAccent: '#14181d' },
  }
}

export function accentStyles(colour: string): string {
  const { light, dark } = accentsOf(colour)
  const pair = (name: keyof Accent) => `light-dark(${light[name]}, ${dark[name]})`
  return `:root { --accent: ${pair('accent')}; --accent-strong: ${pair('accentStrong')}; --on-accent: ${pair('onAccent')} }`
}

/** The colour, mixed with just enough of the other to be readable on all of the grounds. */
function readable(colour: string, towards: string, grounds: string[]): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixed(colour, towards, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= ENOUGH)) return candidate
  }
  return towards
}

function mixed(colour: string, other: string, share: number): string {
  const others = channelsOf(other)
  const channels = channelsOf(colour).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * share))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Contrast of two colours (`#rrggbb`), from 1 to 21. WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue of a colour, 0 to 255 each. */
const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
