/**
 * The probability that a running drop leaves a residual droplet in this step: `tau` [s] since the last one, the step
 * `dt` [s], and the options `residualPeriod` [s] and `residualRate`.
 */
export type ResidualLaw = (tau: number, dt: number, period: number, rate: number) => number;

/**
 * Chen 2013, eq. 1: rises with the time since the last droplet. With β = 3 the mean interval is 0.738 τmax, not τmax as
 * the paper derives, and 22 % of the intervals are longer than τmax (spec 1.3).
 */
export const rampLaw: ResidualLaw = (tau, dt, period, rate) =>
  Math.min(1, rate * (dt / period) * Math.min(1, tau / period));

/** The same chance in every step: intervals are geometric with mean period/rate. */
export const constantLaw: ResidualLaw = (_tau, dt, period, rate) => Math.min(1, (rate * dt) / period);

export const RESIDUAL_LAWS: Readonly<Record<string, ResidualLaw>> = { ramp: rampLaw, constant: constantLaw };
