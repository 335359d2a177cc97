/** What one way to pay costs. */
export const optionPrice = {
  ofDeposit: '<price></price><quiet>, out of a deposit</quiet>',
  unknown: 'Price unknown<where> on {network}</where>',
  units:
    '{isMaximum, select, true {up to } other {}}<figure>{amount}</figure> units of <unit>{asset}</unit><where> on {network}</where>',
  unnamed: 'an unnamed asset',
} as const
