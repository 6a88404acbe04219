/** The parts of a subscription that leave an update out (D66, K57). */
export const filterRules = ['properties', 'condition'] as const;
export type FilterRule = (typeof filterRules)[number];
