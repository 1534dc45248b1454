from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("storage", "0007_correspondence"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="eventrow",
            index=models.Index(fields=["rating_system", "end", "event_id"], name="event_end"),
        ),
        migrations.AddIndex(
            model_name="registeredevent",
            index=models.Index(fields=["rating_system", "end", "number"], name="registered_by_end"),
        ),
    ]
