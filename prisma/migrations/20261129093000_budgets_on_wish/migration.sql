-- Expand: a new shop takes reading budgets once its seller says so. Shops that are there keep what they have.
ALTER TABLE sellers ALTER COLUMN takes_budgets SET DEFAULT false;
