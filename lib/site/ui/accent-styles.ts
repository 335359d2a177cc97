import { channelsOf, contrast } from './contrast'

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
