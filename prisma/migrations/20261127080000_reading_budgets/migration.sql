ALTER TABLE sellers ADD COLUMN takes_budgets boolean NOT NULL DEFAULT true;
