-- Contract: requests are counted in each instance.
DROP TABLE facilitator_rate_windows;
