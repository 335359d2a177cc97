-- Tells every instance at once which shop has changed. What is not heard is found by the instances' own looking.
CREATE FUNCTION shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', NEW.handle);
  RETURN NULL;
END
$$;

CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OF revision ON sellers
FOR EACH ROW EXECUTE FUNCTION shop_changed();
